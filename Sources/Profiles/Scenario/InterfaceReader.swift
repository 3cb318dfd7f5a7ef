/// Makes interfaces of the value of `Interfaces`.
struct InterfaceReader {
  /// The longest name that leaves room for `.c` and `.n` in the 15 characters that the kernel takes.
  static let longestName = 13
  private static let example = "( { Name = wlan0; Type = wifi; } )"

  let reader: PropertyListReader
  let profiles: ProfileReference

  /// The interfaces, best first.
  func interfaces(_ node: PropertyListReader.Node?) -> [ScenarioInterface] {
    guard let node, let nodes = reader.array(node, example: Self.example) else { return [] }
    if nodes.isEmpty { reader.fault(node.path, "is empty; leave it out for one interface.") }
    if nodes.count > 16 { reader.fault(node.path, "has \(nodes.count) interfaces; a lab has at most 16.") }
    var interfaces: [ScenarioInterface] = []
    for node in nodes {
      guard let entries = reader.dictionary(node, example: "{ Name = wlan0; Type = wifi; }") else { continue }
      let interface = interface(entries)
      // The name in the place of one that was refused is nobody's fault.
      let isOwn = entries["Name"].map { $0.value == .string(interface.name) } ?? true
      if isOwn, interfaces.contains(where: { $0.name == interface.name }) {
        reader.fault(entries.path(of: "Name"), "\"\(interface.name)\" is the name of an interface before.")
      }
      interfaces.append(interface)
    }
    return interfaces
  }

  private func interface(_ entries: PropertyListReader.Entries) -> ScenarioInterface {
    reader.refuseUnknownKeys(in: entries, allowed: ["Name", "Type", "Profile", "State"], of: "an interface")
    let profile = profiles.profile(entries["Profile"])
    let type: InterfaceType? = reader.choice(entries["Type"])
    let name = name(entries["Name"])
    let told = type ?? profile?.interfaceType ?? name.flatMap(Self.type)
    var interface = ScenarioInterface(
      name: name ?? (told ?? .wifi).interfaceName, type: told ?? .wifi,
      profile: profile)
    interface.state = profile?.linkState ?? .up
    if let state: LinkState = reader.choice(entries["State"]) { interface.state = state }
    return interface
  }

  private func name(_ node: PropertyListReader.Node?) -> String? {
    guard let node, let name = reader.line(node, longest: 64) else { return nil }
    let isAllowed = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
    guard isAllowed, name.count <= Self.longestName, name != "lo", name.first != "-" else {
      reader.fault(
        node.path,
        "\"\(name)\" was read; an interface's name has 1 to \(Self.longestName) letters, digits, '_' and '-', and is not lo."
      )
      return nil
    }
    return name
  }

  /// The type that a name tells of.
  private static func type(_ name: String) -> InterfaceType? {
    if name.hasPrefix("wl") { return .wifi }
    if name.hasPrefix("ww") || name.hasPrefix("rmnet") { return .cellular }
    if name.hasPrefix("eth") || name.hasPrefix("en") { return .wiredEthernet }
    return .other
  }
}
