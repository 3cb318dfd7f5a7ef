/// Reads the JSON that `tcshow` of tcconfig prints: what each interface does to what it sends and receives, with units.
enum TCConfigReader {
  /// bit/s of each unit of a rate, in small letters; older versions leave out what is behind the K.
  private static let units: [String: UInt64] = [
    "": 1, "bps": 1, "bit/s": 1, "k": 1_000, "kbps": 1_000, "kbit/s": 1_000, "m": 1_000_000, "mbps": 1_000_000,
    "mbit/s": 1_000_000, "g": 1_000_000_000, "gbps": 1_000_000_000, "gbit/s": 1_000_000_000,
  ]

  static func read(_ root: FormatValue, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    for (device, directions) in root.members where !reader.isFull {
      let name = root.members.count == 1 ? reader.fileName : reader.name(device)
      guard directions.isObject else {
        reader.fault(
          directions, "\(directions.shown) was read, where an object with outgoing and incoming is expected.")
        continue
      }
      reader.checkKeys(directions, of: name, known: ["outgoing", "incoming"])
      var profile = Profile(name: name)
      profile.uplink = conditions(directions["outgoing"], name, &reader)
      profile.downlink = conditions(directions["incoming"], name, &reader)
      reader.add(profile, at: directions)
    }
    return try reader.result(.tcconfig)
  }

  private static func conditions(
    _ filters: FormatValue?, _ name: String, _ reader: inout FormatReader
  ) -> LinkConditions {
    var conditions = LinkConditions.none
    // A filter without rules lets packets through as they are.
    let members = filters?.members.filter { !$0.value.isObject || !$0.value.members.isEmpty } ?? []
    guard let filters, let (filter, rules) = members.first else { return conditions }
    if members.count > 1 {
      reader.fault(filters, "there are rules for \(members.count) filters; a profile is about all packets.")
      return conditions
    }
    guard rules.isObject else {
      reader.fault(rules, "\(rules.shown) was read, where an object is expected.")
      return conditions
    }
    if !["protocol=ip", "network=0.0.0.0/0", "dst-network=0.0.0.0/0, protocol=ip"].contains(filter) {
      reader.assume(name, filter, "the filter is left out; a profile is about all packets.")
    }
    reader.checkKeys(
      rules, of: name,
      known: [
        "delay", "delay-distro", "delay-distribution", "loss", "duplicate", "corrupt", "reordering", "reorder", "rate",
      ],
      ignored: ["filter_id": "it is a number of the kernel's."])
    conditions.rate = rate(rules, &reader)
    conditions.delay = time(rules, "delay", &reader)
    let deviation = time(rules, "delay-distro", &reader)
    if deviation != .zero {
      conditions.jitter = Jitter(deviation: deviation, distribution: distribution(rules, &reader))
      conditions.keepsOrder = conditions.rate != nil
    }
    conditions.loss = .independent(chance(rules, "loss", &reader))
    conditions.duplicate = chance(rules, "duplicate", &reader)
    conditions.corrupt = chance(rules, "corrupt", &reader)
    let reordered = chance(rules, rules["reorder"] == nil ? "reordering" : "reorder", &reader)
    if reordered != .zero { conditions.reordering = Reordering(chance: reordered) }
    return conditions
  }

  private static func distribution(_ rules: FormatValue, _ reader: inout FormatReader) -> JitterDistribution {
    switch reader.text(rules, "delay-distribution") {
    case nil, "normal": return .normal
    case "pareto": return .pareto
    case "paretonormal": return .paretonormal
    case "uniform": return .uniform
    case .some(let text):
      reader.fault(
        rules["delay-distribution"] ?? rules,
        "\"\(QuantityFault.shown(text))\" was read; allowed are normal, pareto, paretonormal and uniform.")
      return .normal
    }
  }

  private static func time(_ rules: FormatValue, _ key: String, _ reader: inout FormatReader) -> Duration {
    guard let value = rules[key] else { return .zero }
    // A number without a unit is in milliseconds, as tcset takes it and older versions of tcshow print it.
    if value.decimal != nil { return reader.milliseconds(rules, key) }
    guard let text = value.string, let nanoseconds = GoDuration.nanoseconds(text) else {
      reader.fault(value, "\(value.shown) was read, where a time such as \"10.0ms\" is expected.")
      return .zero
    }
    return reader.duration(nanoseconds, at: value)
  }

  private static func chance(_ rules: FormatValue, _ key: String, _ reader: inout FormatReader) -> Probability {
    guard let value = rules[key] else { return .zero }
    if case .number = value.content { return reader.percent(rules, key) }
    guard let text = value.string, let chance = TrafficControlQuantity.chance(text) else {
      reader.fault(value, "\(value.shown) was read, where a chance from \"0%\" to \"100%\" is expected.")
      return .zero
    }
    return chance
  }

  private static func rate(_ rules: FormatValue, _ reader: inout FormatReader) -> DataRate? {
    guard let value = rules["rate"] else { return nil }
    let text = value.string?.filter { $0 != " " } ?? ""
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let number = DecimalNumber(digits), let unit = units[text.dropFirst(digits.count).lowercased()] else {
      reader.fault(value, "\(value.shown) was read, where a rate such as \"250Kbps\" (kilobits) is expected.")
      return nil
    }
    return reader.rate(number.scaled(by: unit), at: value)
  }
}
