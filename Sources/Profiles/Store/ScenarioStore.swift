/// The scenarios that can be had by name.
///
/// They come from where a store's profiles come from: bundled, and from the folder `scenarios` in each of its folders, such as
/// `./profiles/scenarios` and `~/.config/linkcond/profiles/scenarios`; also from `~/.config/linkcond/scenarios` and
/// what the caller adds. Where two places have a scenario of the same name, the later place wins.
public struct ScenarioStore: Sendable {
  /// A scenario and where it was found.
  public struct Entry: Hashable, Sendable {
    /// The scenario.
    public let scenario: Scenario
    /// Where it was found.
    public let origin: ProfileOrigin
  }

  /// What was found, and what is wrong with the files that could not be read.
  public struct Contents: Sendable {
    /// The scenarios in the order of the places, one for each name.
    public let entries: [Entry]
    /// The faults of damaged files; their scenarios are missing among the entries.
    public let faults: [ProfileFault]
  }

  private let profiles: ProfileStore
  private let folders: [String]
  private let extra: [String]

  /// A store whose scenarios find their profiles in `profiles`; folders that are not there are left out, while the files and
  /// folders in `extra` must be there.
  public init(
    profiles: ProfileStore = ProfileStore(), extra: [String] = [], home: String? = ProfileStore.userHome
  ) {
    self.profiles = profiles
    self.extra = extra
    folders = [home.map { "\($0)/.config/linkcond/scenarios" }].compactMap { $0 } + profiles.scenarioFolders
  }

  /// The places that are looked into, as a user would name them.
  public var places: [String] { ["bundled"] + folders + extra }

  /// Everything that can be had, with the faults of what cannot.
  public func contents() -> Contents {
    let catalog = profiles.catalog()
    var entries = BundledScenarios.all.map { Entry(scenario: $0, origin: .bundled) }
    var faults: [ProfileFault] = []
    for place in folders.filter({ ProfileFile.isFolder($0) == true }) + extra {
      let found = NamedFiles.at(place, name: \Entry.scenario.name) { path throws(ProfileFaults) in
        [Entry(scenario: try Self.read(path, catalog), origin: .file(path))]
      }
      faults += found.faults
      for entry in found.items {
        let name = ProfileStore.normalized(entry.scenario.name)
        entries.removeAll { ProfileStore.normalized($0.scenario.name) == name }
        entries.append(entry)
      }
    }
    return Contents(entries: entries, faults: faults)
  }

  private static func read(_ path: String, _ catalog: ProfileCatalog) throws(ProfileFaults) -> Scenario {
    try ScenarioReader.read(ProfileFile.list(in: path), file: path, profiles: catalog)
  }

  /// Every scenario that can be had.
  ///
  /// - Throws: ``ProfileFaults`` if any file is unreadable or damaged.
  public func all() throws(ProfileFaults) -> [Entry] {
    let contents = contents()
    guard contents.faults.isEmpty else { throw ProfileFaults(contents.faults) }
    return contents.entries
  }

  /// The scenario of that name, or in the file at that path; names are told from paths as those of profiles are.
  ///
  /// - Throws: ``ProfileFaults`` if the file is unreadable or damaged, or if the name is not found while files are
  ///   damaged that could have it; ``UnknownName`` if nothing has the name.
  public func find(_ nameOrPath: String) throws -> Scenario { try entry(nameOrPath).scenario }

  /// The scenario of that name, or in the file at that path, and where it was found; see ``find(_:)``.
  public func entry(_ nameOrPath: String) throws -> Entry {
    if ProfileFile.isPath(nameOrPath) {
      return Entry(scenario: try Self.read(nameOrPath, profiles.catalog()), origin: .file(nameOrPath))
    }
    let wanted = ProfileStore.normalized(nameOrPath)
    let contents = contents()
    // A damaged file of that name may be the one that was meant, whatever else has the name.
    let damaged = contents.faults.filter { ProfileStore.normalized(ProfileFile.name(of: $0.file)) == wanted }
    guard damaged.isEmpty else { throw ProfileFaults(damaged) }
    if let entry = contents.entries.first(where: { ProfileStore.normalized($0.scenario.name) == wanted }) {
      return entry
    }
    if let file = BundledScenarios.files.first(where: { ProfileStore.normalized($0.file) == wanted }) {
      return Entry(scenario: file.scenario, origin: .bundled)
    }
    guard contents.faults.isEmpty else { throw ProfileFaults(contents.faults) }
    throw UnknownName(
      .scenario, name: nameOrPath,
      nearest: Spelling.nearest(to: nameOrPath, amongNames: contents.entries.map(\.scenario.name)), searched: places)
  }
}
