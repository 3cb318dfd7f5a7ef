extension Profile {
  /// Reads a profile from the bytes of a property list: old-style, XML or binary.
  ///
  /// `file` is how the file is named in faults; nothing is opened.
  ///
  /// - Throws: ``ProfileFaults`` with everything that is wrong: damaged syntax, a size above 1 MiB, text that is
  ///   not UTF-8 or has a NUL, more than 16 levels, unknown or (in text formats) repeated keys, quantities without a unit
  ///   or out of range, a missing name.
  public init(propertyList data: [UInt8], file: String) throws(ProfileFaults) {
    self = try ProfileReader.read(PropertyListFile(data, file: file), file: file)
  }

  /// The profile as an old-style property list; what is not impaired is left out. Reading it gives the profile again.
  public var propertyListText: String {
    var lines = ["{", "  Name = \(Self.quoted(name));"]
    if let summary { lines.append("  Summary = \(Self.quoted(summary));") }
    lines.append("  InterfaceType = \(interfaceType.rawValue);")
    if isExpensive { lines.append("  Expensive = YES;") }
    if linkState != .up { lines.append("  LinkState = \(linkState.rawValue);") }
    if dnsDelay != .zero { lines.append("  DNSDelay = \"\(dnsDelay.quantityText)\";") }
    if downlink == uplink {
      lines += Self.lines("Link", downlink)
    } else {
      lines += Self.lines("Downlink", downlink) + Self.lines("Uplink", uplink)
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  private static func lines(_ key: String, _ conditions: LinkConditions) -> [String] {
    guard conditions != .none else { return [] }
    var parts: [String] = []
    if let rate = conditions.rate { parts.append("Rate = \"\(rate)\";") }
    if conditions.delay != .zero { parts.append("Delay = \"\(conditions.delay.quantityText)\";") }
    if conditions.loss != .none { parts.append("Loss = \"\(conditions.loss.average)\";") }
    return ["  \(key) = { \(parts.joined(separator: " ")) };"]
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
