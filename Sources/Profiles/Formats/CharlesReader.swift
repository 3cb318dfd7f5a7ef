/// Reads the throttling of Charles out of its configuration (`com.xk72.charles.config`) or an export of it, in XML: kbit/s, the
/// round trip in milliseconds, percent.
enum CharlesReader {
  private static let settings = "throttlingConfiguration"
  private static let numbers = [
    "bandwidthDown", "bandwidthUp", "utilisationDown", "utilisationUp", "latency", "reliability", "mtu", "lowQuality",
    "highQuality", "stability",
  ]

  /// Whether a text is a configuration of Charles, by what it begins with and has.
  static func isConfiguration(_ text: String) -> Bool {
    let start = text.prefix(400)
    return start.drop(while: \.isWhitespace).first == "<" && !start.contains("<plist")
      && (start.contains("<?charles") || text.contains("<\(settings)"))
  }

  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    let root = try XMLReader.read(Array(text.utf8), file: file)
    for configuration in root.objects(where: { $0[settings] != nil }) {
      for value in configuration.members.filter({ $0.key == settings }).map(\.value) where !reader.isFull {
        let name = reader.fileName
        reader.checkKeys(
          value, of: name, known: numbers + ["customPresets"],
          ignored: ["hosts": "a profile is about all packets.", "selectedHosts": "a profile is about all packets."])
        readSettings(value, called: name, &reader)
        for (_, preset) in value["customPresets"]?.members ?? [] where !reader.isFull {
          let name = reader.text(preset, "name").map { reader.name($0) } ?? "\(name) preset"
          reader.checkKeys(preset, of: name, known: numbers + ["name"])
          readSettings(preset, called: name, &reader)
        }
      }
    }
    return try reader.result(.charles)
  }

  private static func readSettings(_ value: FormatValue, called name: String, _ reader: inout FormatReader) {
    guard value.isObject else {
      reader.fault(value, "\(value.shown) was read, where bandwidthDown, latency and so on are expected.")
      return
    }
    var profile = Profile(name: name)
    let halves = FormatReader.halves(of: reader.milliseconds(value, "latency"))
    if halves.down != .zero {
      reader.assume(
        name, "latency",
        "Charles waits once for each request; a round trip is taken, of which each direction gets half.")
    }
    profile.downlink = LinkConditions(rate: rate(value, "Down", of: name, &reader), delay: halves.down)
    profile.uplink = LinkConditions(rate: rate(value, "Up", of: name, &reader), delay: halves.up)
    if let mtu = reader.number(value, "mtu"), mtu != DecimalNumber(1_500), mtu != .zero {
      reader.assume(name, "mtu", "left out: a link here has packets of 1500 bytes.")
    }
    let left = [
      ("reliability", "connections that break are not said by a loss of packets."),
      ("stability", "quality that comes and goes is said by a scenario."),
    ]
    for (key, reason) in left {
      if let share = reader.number(value, key), share != DecimalNumber(100) {
        reader.assume(name, key, "left out: \(reason)")
      }
    }
    for key in ["lowQuality", "highQuality"] { _ = reader.number(value, key) }
    reader.add(profile, at: value)
  }

  /// The bandwidth of a direction, of which the utilisation says how much can be used.
  private static func rate(
    _ value: FormatValue, _ direction: String, of name: String, _ reader: inout FormatReader
  ) -> DataRate? {
    let bandwidth = reader.number(value, "bandwidth\(direction)")
    let key = "utilisation\(direction)"
    let percent = reader.number(value, key) ?? DecimalNumber(100)
    guard percent.isWhole, let share = percent.scaled(by: 1), (1...100).contains(share) else {
      reader.fault(value[key] ?? value, "\(percent) was read; allowed is a whole number of percent from 1 to 100.")
      return nil
    }
    guard let bandwidth else { return nil }
    if share != 100 { reader.assume(name, key, "the rate is \(share) % of the bandwidth.") }
    // kbit/s times percent.
    return reader.rate(bandwidth.scaled(by: 10 * share), at: value["bandwidth\(direction)"] ?? value)
  }
}
