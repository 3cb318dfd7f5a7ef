import FoundationEssentials

/// The profiles that can be had by name.
///
/// They come from four places: bundled, `~/.config/linkcond/profiles`, `./profiles` and what the caller adds. Where
/// two places have a profile of the same name, the later place wins, so that what is nearest to the user counts.
public struct ProfileStore: Sendable {
  /// A profile and where it was found.
  public struct Entry: Hashable, Sendable {
    /// The profile.
    public let profile: Profile
    /// Where it was found.
    public let origin: ProfileOrigin
    /// Whether a file of Apple's with several profiles says that this one is selected.
    public var isSelected = false
  }

  /// What was found, and what is wrong with the files that could not be read.
  public struct Contents: Sendable {
    /// The profiles in the order of the places, one for each name.
    public let entries: [Entry]
    /// The faults of damaged files; their profiles are missing among the entries.
    public let faults: [ProfileFault]
  }

  /// Folders that are looked into if they exist.
  private let folders: [String]
  /// Folders and files that must exist.
  private let extra: [String]

  /// A store that looks into the folder `profiles` of `workingDirectory`, `.config/linkcond/profiles` of `home`, and the
  /// folders and files in `extra`; those of the first two that are not there, or nil, are left out.
  public init(extra: [String] = [], workingDirectory: String? = ".", home: String? = ProfileStore.userHome) {
    folders =
      [home.map { "\($0)/.config/linkcond/profiles" }].compactMap { $0 }
      + [workingDirectory.map { $0 == "." ? "profiles" : "\($0)/profiles" }].compactMap { $0 }
    self.extra = extra
  }

  /// The calling user's home folder: `HOME`, or nil where that is not set.
  public static var userHome: String? {
    guard let home = ProcessInfo.processInfo.environment["HOME"], !home.isEmpty else { return nil }
    return home
  }

  /// The places that are looked into, as a user would name them.
  public var places: [String] { ["bundled"] + folders + extra }

  /// The folders that scenarios are looked for in: `scenarios` in each of the folders.
  var scenarioFolders: [String] { (folders + extra).map { "\($0)/scenarios" } }

  /// Everything that can be had, with the faults of what cannot.
  public func contents() -> Contents {
    let catalog = catalog()
    var entries: [Entry] = []
    var faults = catalog.faults
    for (index, source) in catalog.sources.enumerated() {
      do throws(ProfileFaults) {
        let profile = try catalog.profile(index)
        let name = Self.normalized(profile.name)
        entries.removeAll { Self.normalized($0.profile.name) == name }
        entries.append(Entry(profile: profile, origin: source.origin, isSelected: source.isSelected))
      } catch {
        faults += error.faults
      }
    }
    return Contents(entries: entries, faults: faults)
  }

  /// What is there now, to look up several profiles in.
  func catalog() -> ProfileCatalog {
    ProfileCatalog(bundled: BundledProfiles.all, folders: folders, extra: extra)
  }

  /// Every profile that can be had.
  ///
  /// - Throws: ``ProfileFaults`` if any file is unreadable or damaged.
  public func all() throws(ProfileFaults) -> [Entry] {
    let contents = contents()
    guard contents.faults.isEmpty else { throw ProfileFaults(contents.faults) }
    return contents.entries
  }

  /// The profile of that name, or in the file at that path.
  ///
  /// A text with a slash is a path; one that ends in `.plist` is a path if there is such a file. Anything else is a name, of
  /// which case, spaces, `-`, `_`, `%` and an ending `.plist` do not matter. A bundled profile also answers to its file's name.
  ///
  /// - Throws: ``ProfileFaults`` if the file is unreadable or damaged, or if the name is not found while files are
  ///   damaged that could have it; ``UnknownName`` if nothing has the name.
  public func find(_ nameOrPath: String) throws -> Profile {
    try entry(nameOrPath).profile
  }

  /// The profile of that name, or in the file at that path, and where it was found; see ``find(_:)``.
  public func entry(_ nameOrPath: String) throws -> Entry {
    try catalog().entry(nameOrPath)
  }

  /// What of a name matters in looking it up: no case, spaces, `-`, `_`, `%` or ending `.plist`.
  static func normalized(_ name: String) -> String {
    var text = name.lowercased()
    if text.hasSuffix(".plist") { text.removeLast(6) }
    return text.filter { !$0.isWhitespace && !"-_%".contains($0) }
  }
}
