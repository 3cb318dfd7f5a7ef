/// Makes a profile of a dictionary: that of a file, or one within a scenario.
struct ProfileReader {
  static let keys = [
    "Name", "Summary", "Inherits", "InterfaceType", "Radio", "Expensive", "Constrained", "LinkState", "ProtocolFamily",
    "DNSDelay", "DNSFailure", "Downlink", "Uplink", "Link",
  ]
  static let longestName = 64
  static let longestSummary = 200
  /// What takes away a value that would be inherited.
  static let nothing = "none"

  let reader: PropertyListReader
  let surroundings: ProfileSurroundings

  /// The profile in `list`.
  static func read(
    _ list: PropertyListFile, file: String, surroundings: ProfileSurroundings
  ) throws(ProfileFaults) -> Profile {
    let reader = PropertyListReader(list, file: file)
    guard !reader.root.has("Steps") else {
      throw ProfileFaults([
        ProfileFault(
          file: file,
          message: "This is a scenario, where a profile is expected; 'linkcond harness --scenario \(file)' runs it.")
      ])
    }
    let profile = ProfileReader(reader: reader, surroundings: surroundings).profile(reader.root)
    try reader.finish()
    return profile
  }

  /// The profile in a dictionary; what is wrong is noted with the reader.
  func profile(_ entries: PropertyListReader.Entries) -> Profile {
    // What has Steps is a scenario, and that may have been meant.
    reader.refuseUnknownKeys(in: entries, allowed: Self.keys, of: "a profile", alsoMeant: ["Steps"])
    let name = Self.name(entries, reader, of: "a profile")
    var profile = base(entries["Inherits"])
    profile.name = name
    // What the other profile says of itself need not be true of this one.
    profile.summary = reader.line(entries["Summary"], longest: Self.longestSummary)
    if let state: LinkState = reader.choice(entries["LinkState"]) { profile.linkState = state }
    if let family: ProtocolFamily = reader.choice(entries["ProtocolFamily"]) { profile.family = family }
    readInterface(entries, &profile)
    if let delay = reader.delay(entries["DNSDelay"]) { profile.dnsDelay = delay }
    if let failure: DNSFailure? = optionalChoice(entries["DNSFailure"]) { profile.dnsFailure = failure }
    reader.refuse(
      ["Downlink", "Uplink"], beside: "Link", in: entries,
      "which is for both directions; write either Link, or Downlink and Uplink.")
    let directions = DirectionReader(reader: reader, surroundings: surroundings)
    if entries.has("Link") {
      // What the directions inherit may differ, so each is changed on its own.
      profile.downlink = directions.conditions(entries["Link"], changing: profile.downlink)
      profile.uplink = directions.conditions(entries["Link"], changing: profile.uplink)
    }
    if entries.has("Downlink") {
      profile.downlink = directions.conditions(entries["Downlink"], changing: profile.downlink)
    }
    if entries.has("Uplink") { profile.uplink = directions.conditions(entries["Uplink"], changing: profile.uplink) }
    return profile
  }

  /// The name, which is looked up without case, spaces and so on.
  static func name(_ entries: PropertyListReader.Entries, _ reader: PropertyListReader, of what: String) -> String {
    guard let node = entries["Name"] else {
      reader.missing("Name", in: entries, "\(what) needs a name")
      return ""
    }
    guard let name = reader.line(node, longest: longestName) else { return "" }
    if name.contains("/") || ProfileStore.normalized(name).isEmpty {
      reader.fault(node.path, "\"\(name)\" cannot be looked up; a name has a letter or digit and no slash.")
    }
    return name
  }

  /// The profile whose keys are changed.
  private func base(_ node: PropertyListReader.Node?) -> Profile {
    guard let node, let name = reader.line(node, longest: Self.longestName) else { return Profile(name: "") }
    do {
      return try surroundings.inherited(name)
    } catch let unknown as UnknownName {
      reader.fault(node.path, unknown.description)
    } catch let faults as ProfileFaults {
      let files = Set(faults.faults.map(\.file)).sorted().joined(separator: ", ")
      reader.fault(node.path, "\"\(name)\" has faults itself (\(files)).")
    } catch {
      reader.fault(node.path, "\(error).")
    }
    return Profile(name: "")
  }

  private func readInterface(_ entries: PropertyListReader.Entries, _ profile: inout Profile) {
    if let type: InterfaceType = reader.choice(entries["InterfaceType"]) {
      profile.interfaceType = type
      // Only what is written here can contradict the type; an inherited one goes with the type it belonged to.
      if type != .cellular { profile.radio = nil }
    }
    if let radio: RadioTechnology? = optionalChoice(entries["Radio"]) {
      profile.radio = radio
      if radio != nil, profile.interfaceType != .cellular, let node = entries["Radio"] {
        reader.fault(
          node.path,
          "\(node.value.shown) is of a mobile network, but the link is \(profile.interfaceType.rawValue); "
            + "write InterfaceType = cellular, or leave Radio out.")
      }
    }
    if let expensive = reader.boolean(entries["Expensive"]) { profile.isExpensive = expensive }
    if let constrained = reader.boolean(entries["Constrained"]) { profile.isConstrained = constrained }
  }

  /// A case of an enumeration or `none`: nil where there is neither, nil inside for `none`.
  private func optionalChoice<T: RawRepresentable & CaseIterable>(_ node: PropertyListReader.Node?) -> T??
  where T.RawValue == String {
    guard let name = reader.choice(node, of: T.allCases.map(\.rawValue) + [Self.nothing]) else { return nil }
    return .some(T(rawValue: name))
  }
}
