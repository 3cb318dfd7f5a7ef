/// Reads the capabilities that tell BrowserStack's devices their network, in JSON: the name of one of its profiles, or four
/// numbers of one's own.
enum BrowserStackReader {
  /// kbit/s in and out, milliseconds and percent of the profiles that it knows by name.
  ///
  /// Source: BrowserStack's documentation, App Automate, "Simulate network conditions".
  private static let named: [String: (down: UInt64, up: UInt64, latency: UInt64, loss: UInt64)] = [
    "2g-gprs-good": (50, 30, 500, 1), "2g-gprs-lossy": (30, 20, 650, 2), "edge-good": (250, 150, 300, 0),
    "edge-lossy": (150, 100, 500, 1), "3g-umts-good": (400, 100, 100, 0), "3g-umts-lossy": (200, 50, 200, 1),
    "3.5g-hspa-good": (1_800, 400, 100, 0), "3.5g-hspa-lossy": (900, 200, 190, 1),
    "3.5g-hspa-plus-good": (7_000, 1_500, 100, 0), "3.5g-hspa-plus-lossy": (2_000, 600, 130, 1),
    "4g-lte-good": (18_000, 9_000, 100, 0), "4g-lte-high-latency": (18_000, 9_000, 3_000, 0),
    "4g-lte-lossy": (7_000, 3_000, 120, 1), "4g-lte-advanced-good": (25_000, 18_000, 80, 0),
    "4g-lte-advanced-lossy": (15_000, 10_000, 70, 1),
  ]
  /// Those that take the network away.
  private static let offline = ["no-network", "airplane-mode"]
  /// What ends the conditions.
  private static let reset = "reset"
  private static let nameKeys = ["networkProfile", "browserstack.networkProfile"]
  private static let customKeys = ["customNetwork", "browserstack.customNetwork"]

  /// Whether an object tells a device its network.
  static func isCapabilities(_ value: FormatValue) -> Bool {
    (nameKeys + customKeys).contains { value[$0] != nil }
  }

  static func read(_ root: FormatValue, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    // Several devices may have the same network, which is one profile.
    var known: [Profile] = []
    for capabilities in root.objects(where: isCapabilities) where !reader.isFull {
      let given = (nameKeys + customKeys).compactMap { capabilities[$0] }
      guard given.count == 1, let value = given.first else {
        reader.fault(capabilities, "a network profile and a custom network are given; write one of them.")
        continue
      }
      guard let text = value.string else {
        reader.fault(value, "\(value.shown) was read, where a text is expected.")
        continue
      }
      let isNamed = nameKeys.contains { capabilities[$0] != nil }
      guard let profile = isNamed ? profile(named: text, value, &reader) : profile(custom: text, value, &reader),
        !known.contains(profile)
      else { continue }
      known.append(profile)
      reader.add(profile, at: value)
    }
    return try reader.result(.browserStack)
  }

  private static func profile(named name: String, _ value: FormatValue, _ reader: inout FormatReader) -> Profile? {
    var profile = Profile(name: name)
    if offline.contains(name) {
      profile.linkState = .down
    } else if let numbers = named[name] {
      let (down, up) = (DecimalNumber(numbers.down), DecimalNumber(numbers.up))
      set(down, up, DecimalNumber(numbers.latency), DecimalNumber(numbers.loss), of: &profile, at: value, &reader)
    } else if name != reset {
      reader.refuse(value, among: named.keys.sorted() + offline + [reset])
      return nil
    }
    return profile
  }

  /// `1000,1000,100,1`: kbit/s in and out, milliseconds, percent.
  private static func profile(custom text: String, _ value: FormatValue, _ reader: inout FormatReader) -> Profile? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      DecimalNumber($0.trimmingSpaces())
    }
    guard numbers.count == 4, let down = numbers[0], let up = numbers[1], let latency = numbers[2],
      let loss = numbers[3], !numbers.contains(where: { $0?.isNegative == true })
    else {
      reader.fault(
        value,
        "\(value.shown) was read, where kbit/s in and out, milliseconds and percent are expected: \"1000,1000,100,1\".")
      return nil
    }
    var profile = Profile(name: reader.fileName)
    set(down, up, latency, loss, of: &profile, at: value, &reader)
    return profile
  }

  private static func set(
    _ down: DecimalNumber, _ up: DecimalNumber, _ latency: DecimalNumber, _ loss: DecimalNumber,
    of profile: inout Profile, at value: FormatValue, _ reader: inout FormatReader
  ) {
    func number(_ text: DecimalNumber) -> FormatValue {
      FormatValue(.string("\(text)"), path: value.path, line: value.line)
    }
    let halves = FormatReader.halves(of: reader.duration(latency.scaled(by: 1_000_000), at: number(latency)))
    if halves.down != .zero {
      reader.assume(
        profile.name, value.path,
        "BrowserStack does not say where its latency is; a round trip is taken, of which each direction gets half.")
    }
    guard let chance = Probability(percent: loss.double) else {
      reader.fault(value, "a loss of \(loss) was read; allowed is 0 to 100 percent.")
      return
    }
    if chance != .zero { reader.assume(profile.name, value.path, "the loss is taken for each direction.") }
    profile.downlink = LinkConditions(
      rate: reader.rate(down.scaled(by: 1_000), at: number(down)), delay: halves.down, loss: .independent(chance))
    profile.uplink = LinkConditions(
      rate: reader.rate(up.scaled(by: 1_000), at: number(up)), delay: halves.up, loss: .independent(chance))
  }
}
