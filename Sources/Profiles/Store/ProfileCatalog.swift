/// Every profile that a store finds, read when it is asked for, with what each inherits resolved.
final class ProfileCatalog {
  /// A profile, or the property list of one, with its name and where it was found.
  struct Source {
    enum Content {
      case profile(Profile)
      case list(PropertyListFile)
    }

    let name: String
    let origin: ProfileOrigin
    /// The number of the place; of two profiles with one name that of the later place counts.
    let place: Int
    let content: Content
    /// Whether a file of Apple's with several profiles says that this one is selected.
    var isSelected = false
  }

  private(set) var sources: [Source] = []
  /// What is wrong with files of which not even the name is known.
  private(set) var faults: [ProfileFault] = []
  private let places: [String]
  /// How many sources the places have; files that are read by their path come after them for a moment.
  private var found = 0
  private var resolved: [Int: Result<Profile, ProfileFaults>] = [:]

  /// The bundled profiles, then those of folders that may be missing, then those of places that must be there.
  init(bundled: [Profile], folders: [String], extra: [String]) {
    places = ["bundled"] + folders + extra
    sources = bundled.map { Source(name: $0.name, origin: .bundled, place: 0, content: .profile($0)) }
    for (index, place) in folders.enumerated() where ProfileFile.isFolder(place) == true {
      add(place, number: index + 1)
    }
    for (index, place) in extra.enumerated() { add(place, number: folders.count + index + 1) }
    found = sources.count
  }

  private func add(_ place: String, number: Int) {
    let found = NamedFiles.at(place, name: \Source.name) { path throws(ProfileFaults) in
      try Self.sources(at: path, place: number)
    }
    sources += found.items
    faults += found.faults
  }

  /// What is in the file at `path`.
  private static func sources(at path: String, place: Int) throws(ProfileFaults) -> [Source] {
    let list = try ProfileFile.list(in: path)
    if let sources = try appleSources(list, path: path, place: place) { return sources }
    guard let name = name(of: list) else {
      // Has a fault, since the name is missing; all others of the file are told with it.
      _ = try ProfileReader.read(list, file: path, surroundings: .alone(path))
      return []
    }
    return [Source(name: name, origin: .file(path), place: place, content: .list(list))]
  }

  private static func name(of list: PropertyListFile) -> String? {
    guard case .string(let name) = list.root["Name"], !ProfileStore.normalized(name).isEmpty else { return nil }
    return name
  }

  /// The profile of that name, or in the file at that path; see ``ProfileStore/find(_:)``.
  func entry(_ nameOrPath: String) throws -> ProfileStore.Entry {
    if ProfileFile.isPath(nameOrPath) {
      return ProfileStore.Entry(profile: try profile(at: nameOrPath), origin: .file(nameOrPath))
    }
    return try entry(named: nameOrPath)
  }

  /// The profile of that name.
  func profile(named name: String) throws -> Profile { try entry(named: name).profile }

  private func entry(named name: String) throws -> ProfileStore.Entry {
    let wanted = ProfileStore.normalized(name)
    // A damaged file of that name may be the one that was meant, whatever else has the name.
    let damaged = faults.filter { ProfileStore.normalized(ProfileFile.name(of: $0.file)) == wanted }
    guard damaged.isEmpty else { throw ProfileFaults(damaged) }
    for (index, source) in sources.enumerated() {
      guard case .file(let path) = source.origin, ProfileStore.normalized(ProfileFile.name(of: path)) == wanted else {
        continue
      }
      _ = try profile(index)
    }
    if let index = index(named: name) {
      return ProfileStore.Entry(profile: try profile(index), origin: sources[index].origin)
    }
    guard faults.isEmpty else { throw ProfileFaults(faults) }
    throw unknown(name)
  }

  /// The profile of a source.
  func profile(_ index: Int) throws(ProfileFaults) -> Profile {
    if let known = resolved[index] { return try known.get() }
    let result: Result<Profile, ProfileFaults>
    do throws(ProfileFaults) {
      result = .success(try read(index))
    } catch {
      result = .failure(error)
    }
    resolved[index] = result
    return try result.get()
  }

  /// The profile in the file at `path`, which counts as later than all places.
  func profile(at path: String) throws(ProfileFaults) -> Profile {
    let list = try ProfileFile.list(in: path)
    if let profile = try Self.appleDefault(list, path: path) { return profile }
    return try profile(in: list, file: path)
  }

  /// All profiles in the file at `path`, which counts as later than all places.
  func profiles(in path: String) throws(ProfileFaults) -> [Profile] {
    let found = try Self.sources(at: path, place: places.count)
    let first = sources.count
    sources += found
    defer { sources.removeLast(found.count) }
    var profiles: [Profile] = []
    for index in first..<sources.count { profiles.append(try read(index)) }
    return profiles
  }

  /// The profile in a list that was read from `file`.
  func profile(in list: PropertyListFile, file: String) throws(ProfileFaults) -> Profile {
    let source = Source(
      name: Self.name(of: list) ?? "", origin: .file(file), place: places.count, content: .list(list))
    sources.append(source)
    defer { sources.removeLast() }
    return try read(sources.count - 1)
  }

  /// The number of the source that counts for a name, among all or those of places before `place`.
  func index(named name: String, before place: Int = .max) -> Int? {
    let wanted = ProfileStore.normalized(name)
    // A file that was asked for by its path is nobody's base, not even in a circle.
    return sources.indices.prefix(found).last {
      sources[$0].place < place && ProfileStore.normalized(sources[$0].name) == wanted
    } ?? bundledFile(wanted, before: place)
  }

  /// A bundled profile also answers to its file's name.
  private func bundledFile(_ wanted: String, before place: Int) -> Int? {
    guard place > 0, let file = BundledProfiles.files.first(where: { ProfileStore.normalized($0.file) == wanted })
    else {
      return nil
    }
    return sources.firstIndex { $0.origin == .bundled && $0.name == file.profile.name }
  }

  /// The error for a name that nothing has.
  func unknown(_ name: String) -> UnknownName {
    UnknownName(
      .profile, name: name, nearest: Spelling.nearest(to: name, amongNames: sources.map(\.name)), searched: places)
  }

  private func read(_ index: Int) throws(ProfileFaults) -> Profile {
    let source = sources[index]
    switch source.content {
    case .profile(let profile): return profile
    case .list(let list):
      let file = source.origin.description
      let alone = ProfileSurroundings.alone(file)
      let surroundings = ProfileSurroundings(
        inherited: { _ in
          guard let base = try self.base(of: index) else { return Profile(name: "") }
          return try self.profile(base)
        },
        bytes: alone.bytes)
      return try ProfileReader.read(list, file: file, surroundings: surroundings)
    }
  }

  /// The source that a source inherits from, once it is sure that following the bases comes to an end.
  private func base(of index: Int) throws -> Int? {
    var chain = [index]
    while let next = try inherited(chain[chain.count - 1]) {
      let closes = chain.contains(next)
      chain.append(next)
      if closes || chain.count > InheritanceCycle.longest {
        throw InheritanceCycle(chain: chain.map { sources[$0].name })
      }
    }
    return chain.count > 1 ? chain[1] : nil
  }

  /// The source that the text behind `Inherits` means; its own name means that of an earlier place.
  private func inherited(_ index: Int) throws -> Int? {
    let source = sources[index]
    guard case .list(let list) = source.content, case .string(let name) = list.root["Inherits"] else { return nil }
    let isOwn = ProfileStore.normalized(name) == ProfileStore.normalized(source.name)
    if let base = self.index(named: name, before: isOwn ? source.place : .max) { return base }
    if isOwn { throw InheritanceCycle(chain: [source.name, name]) }
    throw unknown(name)
  }
}
