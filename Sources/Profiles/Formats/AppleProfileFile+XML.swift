extension AppleProfileFile {
  /// The whole preference file as Apple's tools write it in XML: keys in order, tabs, reals and integers as in theirs.
  var preferenceText: String {
    var body = "\t<key>Profiles</key>\n" + Self.dictionary(entries, depth: 1)
    if let selected { body += Self.string("SelectedProfile", selected, depth: 1) }
    if let simulated { body += Self.string("SimulatedProfile", simulated, depth: 1) }
    if let isRunning { body += Self.boolean("SimulatorIsRunning", isRunning, depth: 1) }
    if let timeAtLastRun { body += Self.number("integer", "TimeAtLastRun", timeAtLastRun, depth: 1) }
    return Self.header + "<dict>\n\(body)</dict>\n</plist>\n"
  }

  /// The profiles alone, as in the ConditionInducer's file.
  var profilesText: String { Self.header + Self.dictionary(entries, depth: 0) + "</plist>\n" }

  private static let header = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  private static func dictionary(_ entries: [Entry], depth: Int) -> String {
    let indent = String(repeating: "\t", count: depth)
    guard !entries.isEmpty else { return "\(indent)<dict/>\n" }
    let body = entries.sorted { $0.key < $1.key }.map { entry in
      "\(indent)\t<key>\(escaped(entry.key))</key>\n" + profile(entry.stored, depth: depth + 1)
    }
    return "\(indent)<dict>\n\(body.joined())\(indent)</dict>\n"
  }

  private static func profile(_ profile: AppleProfile, depth: Int) -> String {
    let indent = String(repeating: "\t", count: depth)
    let inner = depth + 1
    func direction(_ prefix: String, _ direction: AppleProfile.Direction) -> String {
      number("real", "\(prefix)Bandwidth", direction.bandwidth, depth: inner)
        + number("integer", "\(prefix)BandwidthUnit", DecimalNumber(direction.unit), depth: inner)
        + number("real", "\(prefix)Delay", direction.delay, depth: inner)
        + number("real", "\(prefix)PacketLossRatio", direction.loss, depth: inner)
    }
    return "\(indent)<dict>\n"
      + number("real", "DNSDelayValue", profile.dnsDelay, depth: inner)
      + direction("Downlink", profile.downlink)
      + number("integer", "ExcludeLoopback", DecimalNumber(profile.excludesLoopback), depth: inner)
      + (profile.isPreset.map { boolean("Preset", $0, depth: inner) } ?? "")
      + number("integer", "ProtocolFamily", DecimalNumber(profile.family), depth: inner)
      + string("RunOnInterface", profile.interface, depth: inner)
      + direction("Uplink", profile.uplink)
      + (profile.name.map { string("name", $0, depth: inner) } ?? "")
      + "\(indent)</dict>\n"
  }

  private static func element(_ key: String, _ value: String, depth: Int) -> String {
    let indent = String(repeating: "\t", count: depth)
    return "\(indent)<key>\(key)</key>\n\(indent)\(value)\n"
  }

  private static func number(_ type: String, _ key: String, _ number: DecimalNumber, depth: Int) -> String {
    element(key, "<\(type)>\(number)</\(type)>", depth: depth)
  }

  private static func string(_ key: String, _ text: String, depth: Int) -> String {
    element(key, "<string>\(escaped(text))</string>", depth: depth)
  }

  private static func boolean(_ key: String, _ value: Bool, depth: Int) -> String {
    element(key, value ? "<true/>" : "<false/>", depth: depth)
  }

  /// The text with what XML reserves written out.
  private static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }
}
