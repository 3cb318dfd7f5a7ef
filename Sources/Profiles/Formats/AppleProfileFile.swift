/// Apple's preference file `com.apple.network.prefPaneSimulate`, or the ConditionInducer's `NetworkProfiles.plist`.
struct AppleProfileFile: Hashable {
  /// A profile under its key.
  struct Entry: Hashable {
    /// The key that it is stored under, to the letter.
    var key: String
    /// What is stored.
    var stored: AppleProfile
    /// What it was read as; while a profile equals it, what is stored is written again unchanged.
    var profile: Profile
  }

  var entries: [Entry] = []
  /// `SelectedProfile`: what is chosen in the tool's window.
  var selected: String?
  /// `SimulatedProfile`: what was applied last.
  var simulated: String?
  /// `SimulatorIsRunning`: whether conditions are on.
  var isRunning: Bool?
  /// `TimeAtLastRun`: in seconds of Unix time.
  var timeAtLastRun: DecimalNumber?
  /// Which of Apple's two files it is.
  let format: ProfileFormat

  init(format: ProfileFormat) { self.format = format }

  static let keys = ["Profiles", "SelectedProfile", "SimulatedProfile", "SimulatorIsRunning", "TimeAtLastRun"]

  /// Which of Apple's forms a property list has; nil for none of them.
  static func format(of root: FormatValue) -> ProfileFormat? {
    if root["Profiles"] != nil { return .nlc }
    if AppleProfile.looksLikeOne(root) { return root["name"] == nil ? .nlc : .conditionInducer }
    let dictionaries = root.members.filter { AppleProfile.looksLikeOne($0.value) }
    guard !dictionaries.isEmpty else { return nil }
    return dictionaries.contains { $0.value["name"] != nil } ? .conditionInducer : .nlc
  }

  /// Reads a whole file, the dictionary of one profile, or a dictionary of profiles.
  static func read(
    _ list: PropertyListFile, file: String, as format: ProfileFormat
  ) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    for (keyPath, line) in list.outline.duplicates {
      reader.fault(keyPath, line: line, "The key is written twice; once is allowed.")
    }
    let root = FormatValue(list)
    var apple = AppleProfileFile(format: format)
    if let profiles = root["Profiles"] {
      if !profiles.isObject { reader.fault(profiles, "\(profiles.shown) was read, where a dictionary is expected.") }
      apple.readEntries(of: profiles, format, &reader)
      apple.readState(of: root, &reader)
    } else if AppleProfile.looksLikeOne(root) {
      let key = root["name"]?.string ?? reader.fileName
      apple.readEntry(root, key: key, format, &reader)
    } else {
      apple.readEntries(of: root, format, &reader)
    }
    let selected = apple.entries.first { $0.key == apple.selected }?.profile.name
    if let wanted = apple.selected, selected == nil, !wanted.isEmpty {
      reader.assume(wanted, "SelectedProfile", "left out: there is no profile of that name.")
    }
    return try reader.result(format, selected: selected, apple: apple)
  }

  private mutating func readEntries(of dictionary: FormatValue, _ format: ProfileFormat, _ reader: inout FormatReader) {
    for (key, value) in dictionary.members where !reader.isFull {
      guard value.isObject else {
        reader.fault(value, "\(value.shown) was read, where the dictionary of a profile is expected.")
        continue
      }
      readEntry(value, key: key, format, &reader)
    }
  }

  private mutating func readEntry(
    _ value: FormatValue, key: String, _ format: ProfileFormat, _ reader: inout FormatReader
  ) {
    guard reader.isPlain(key, at: value) else { return }
    let title = value["name"]?.string ?? key
    let name = reader.name(title)
    let stored = AppleProfile(value, called: name, &reader)
    let profile = stored.profile(called: name, at: value, keepsFraction: format == .conditionInducer, &reader)
    reader.add(profile, at: value)
    entries.append(Entry(key: key, stored: stored, profile: profile))
  }

  private mutating func readState(of root: FormatValue, _ reader: inout FormatReader) {
    selected = reader.plainText(root, "SelectedProfile")
    simulated = reader.plainText(root, "SimulatedProfile")
    isRunning = reader.boolean(root, "SimulatorIsRunning")
    timeAtLastRun = reader.number(root, "TimeAtLastRun")
    if let time = timeAtLastRun, !time.isWhole || time.wholePart.flatMap({ Int64(exactly: $0) }) == nil {
      reader.fault(root["TimeAtLastRun"] ?? root, "\(time) was read, where whole seconds are expected.")
    }
    reader.checkKeys(root, of: reader.fileName, known: Self.keys)
  }
}
