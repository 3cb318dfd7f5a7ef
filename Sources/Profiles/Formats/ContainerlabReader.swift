/// Reads the JSON that `containerlab tools netem show --format json` prints: for each node the interfaces and what they do to
/// what they send; kbit/s, percent, times with a unit.
enum ContainerlabReader {
  static func read(_ root: FormatValue, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    if case .array(let elements) = root.content { readInterfaces(elements, of: nil, &reader) }
    for (node, interfaces) in root.members {
      guard case .array(let elements) = interfaces.content else {
        reader.fault(interfaces, "\(interfaces.shown) was read, where the list of a node's interfaces is expected.")
        continue
      }
      readInterfaces(elements, of: node, &reader)
    }
    return try reader.result(.containerlab)
  }

  private static func readInterfaces(_ interfaces: [FormatValue], of node: String?, _ reader: inout FormatReader) {
    for value in interfaces where !reader.isFull {
      guard value.isObject, let interface = reader.text(value, "interface") else {
        reader.fault(value, "\(value.shown) was read, where an object with an interface is expected.")
        continue
      }
      let isUnconditioned = ["delay", "jitter", "packet_loss", "rate", "corruption"].allSatisfy { isNothing(value[$0]) }
      let name = reader.name([node, interface].compactMap { $0 }.joined(separator: " "))
      if isUnconditioned {
        reader.assume(name, nil, "left out: nothing is set for it.")
        continue
      }
      reader.checkKeys(
        value, of: name, known: ["interface", "delay", "jitter", "packet_loss", "rate", "corruption", "duplication"])
      var profile = Profile(name: name)
      profile.uplink.rate = isNothing(value["rate"]) ? nil : reader.rate(value, "rate", unit: 1_000)
      profile.uplink.delay = time(value, "delay", &reader)
      let deviation = time(value, "jitter", &reader)
      if deviation != .zero {
        profile.uplink.jitter = Jitter(deviation: deviation)
        profile.uplink.keepsOrder = profile.uplink.rate != nil
      }
      if !isNothing(value["packet_loss"]) { profile.uplink.loss = .independent(reader.percent(value, "packet_loss")) }
      if !isNothing(value["corruption"]) { profile.uplink.corrupt = reader.percent(value, "corruption") }
      if !isNothing(value["duplication"]) { profile.uplink.duplicate = reader.percent(value, "duplication") }
      reader.assume(name, nil, "containerlab conditions what an interface sends, the uplink, alone.")
      reader.add(profile, at: value)
    }
  }

  /// `N/A`, empty or 0: there is nothing.
  private static func isNothing(_ value: FormatValue?) -> Bool {
    guard let value else { return true }
    return value.string == "N/A" || value.string == "" || value.decimal == .zero
  }

  private static func time(_ object: FormatValue, _ key: String, _ reader: inout FormatReader) -> Duration {
    guard let value = object[key], !isNothing(value) else { return .zero }
    guard let text = value.string, let nanoseconds = GoDuration.nanoseconds(text) else {
      reader.fault(value, "\(value.shown) was read, where a time such as \"15ms\" is expected.")
      return .zero
    }
    return reader.duration(nanoseconds, at: value)
  }
}
