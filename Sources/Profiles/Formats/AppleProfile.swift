/// One profile as Apple's Network Link Conditioner stores it: every key with its unit and Apple's default.
struct AppleProfile: Hashable {
  /// One direction's four keys.
  struct Direction: Hashable {
    /// `…Bandwidth`, in the unit below; 0 for no limit.
    var bandwidth = DecimalNumber.zero
    /// `…BandwidthUnit`: 0 for kbit/s, anything else for Mbit/s.
    var unit: UInt64 = 0
    /// `…Delay`, in milliseconds.
    var delay = DecimalNumber.zero
    /// `…PacketLossRatio`, in percent for all its name.
    var loss = DecimalNumber.zero
  }

  var downlink = Direction()
  var uplink = Direction()
  /// `DNSDelayValue`, in milliseconds.
  var dnsDelay = DecimalNumber.zero
  /// `ProtocolFamily`: 0 for any, 2 for IPv4, 30 for IPv6, which are Darwin's numbers.
  var family: UInt64 = 0
  /// `RunOnInterface`: `All` and an empty text for all.
  var interface = "All"
  /// `ExcludeLoopback`: 1 where it is missing.
  var excludesLoopback: UInt64 = 1
  /// `Preset`: whether it came with the tool; nil where it is missing, as in a user's profiles.
  var isPreset: Bool?
  /// `name`, in the file of the ConditionInducer alone.
  var name: String?

  static let keys = [
    "DownlinkBandwidth", "DownlinkBandwidthUnit", "DownlinkDelay", "DownlinkPacketLossRatio", "UplinkBandwidth",
    "UplinkBandwidthUnit", "UplinkDelay", "UplinkPacketLossRatio", "DNSDelayValue", "ProtocolFamily", "RunOnInterface",
    "ExcludeLoopback", "Preset", "name",
  ]

  /// Whether a dictionary looks like a profile of Apple's. Those of linkcond have a `Name`, and `ProtocolFamily` too.
  static func looksLikeOne(_ value: FormatValue) -> Bool {
    value["Name"] == nil
      && value.members.contains { keys.dropLast(2).contains($0.key) && $0.key != "ProtocolFamily" }
  }
}

extension AppleProfile {
  /// Reads a dictionary. `reader` takes note of what is wrong and left out.
  init(_ value: FormatValue, called name: String, _ reader: inout FormatReader) {
    self.init()
    downlink = Self.direction(value, "Downlink", &reader)
    uplink = Self.direction(value, "Uplink", &reader)
    dnsDelay = Self.real(value, "DNSDelayValue", &reader)
    family = Self.whole(value, "ProtocolFamily", &reader) ?? 0
    if let member = value["ProtocolFamily"], ![0, 2, 30].contains(family) {
      reader.fault(member, "\(member.shown) was read; allowed are 0 (any), 2 (IPv4) and 30 (IPv6).")
    }
    if let text = reader.plainText(value, "RunOnInterface") { interface = text }
    if let flag = reader.boolean(value, "ExcludeLoopback") { excludesLoopback = flag ? 1 : 0 }
    isPreset = reader.boolean(value, "Preset")
    self.name = reader.plainText(value, "name")
    reader.checkKeys(value, of: name, known: Self.keys)
  }

  private static func direction(_ value: FormatValue, _ prefix: String, _ reader: inout FormatReader) -> Direction {
    var direction = Direction()
    direction.bandwidth = real(value, "\(prefix)Bandwidth", &reader)
    direction.unit = whole(value, "\(prefix)BandwidthUnit", &reader) ?? 0
    direction.delay = real(value, "\(prefix)Delay", &reader)
    direction.loss = real(value, "\(prefix)PacketLossRatio", &reader)
    return direction
  }

  /// A number as a real of a property list holds it, so that more digits in a text do not come and go.
  private static func real(_ value: FormatValue, _ key: String, _ reader: inout FormatReader) -> DecimalNumber {
    guard let number = reader.number(value, key) else { return .zero }
    return DecimalNumber("\(number.double)") ?? number
  }

  private static func whole(_ value: FormatValue, _ key: String, _ reader: inout FormatReader) -> UInt64? {
    // A boolean of a property list stands for 0 or 1 here: one of Apple's own clients reads the unit as one.
    if let member = value[key], case .boolean(let answer) = member.content { return answer ? 1 : 0 }
    guard let number = reader.number(value, key) else { return nil }
    guard number.isWhole, let whole = number.wholePart, whole <= UInt64(Int32.max) else {
      reader.fault(value[key] ?? value, "\(number) was read; allowed is a whole number up to \(Int32.max).")
      return nil
    }
    return whole
  }

  /// The profile that this is to linkcond. `keepsFraction` is for the ConditionInducer, which reads rates with their
  /// fraction where the Network Link Conditioner drops it.
  func profile(
    called name: String, at value: FormatValue, keepsFraction: Bool, _ reader: inout FormatReader
  ) -> Profile {
    var profile = Profile(name: name)
    profile.downlink = conditions(downlink, "Downlink", name, value, keepsFraction, &reader)
    profile.uplink = conditions(uplink, "Uplink", name, value, keepsFraction, &reader)
    profile.dnsDelay = delay(dnsDelay, "DNSDelayValue", name, value, &reader)
    profile.family = family == 2 ? .ipv4 : family == 30 ? .ipv6 : .any
    switch interface {
    case "All", "": break
    case "en0": reader.assume(name, "RunOnInterface", "en0 is Wi-Fi; the link of a lab is its only one.")
    case "pdp_ip0":
      profile.interfaceType = .cellular
      reader.assume(name, "RunOnInterface", "pdp_ip0 is taken for a mobile network; the link of a lab is its only one.")
    default:
      reader.assume(
        name, "RunOnInterface",
        "\"\(QuantityFault.shown(interface))\" is left out; the link of a lab is its only one.")
    }
    if excludesLoopback == 0 {
      reader.assume(name, "ExcludeLoopback", "0 is left out; a loopback interface is never conditioned here.")
    }
    return profile
  }

  private func conditions(
    _ direction: Direction, _ prefix: String, _ name: String, _ value: FormatValue, _ keepsFraction: Bool,
    _ reader: inout FormatReader
  ) -> LinkConditions {
    var conditions = LinkConditions.none
    let key = "\(prefix)Bandwidth"
    let unit: UInt64 = direction.unit == 0 ? 1_000 : 1_000_000
    var bits = direction.bandwidth.scaled(by: unit)
    if !keepsFraction, !direction.bandwidth.isWhole {
      bits = direction.bandwidth.wholePart.flatMap { DecimalNumber($0).scaled(by: unit) }
      reader.assume(
        name, key, "\(direction.bandwidth) is taken for \(direction.bandwidth.wholePart ?? 0), as Apple's tool does.")
    }
    if let bits, bits > 0 { conditions.rate = reader.rate(bits, at: value[key] ?? value) }
    if bits == nil { _ = reader.rate(nil, at: value[key] ?? value) }
    conditions.delay = delay(direction.delay, "\(prefix)Delay", name, value, &reader)
    conditions.loss = .independent(reader.percent(value, "\(prefix)PacketLossRatio"))
    return conditions
  }

  private func delay(
    _ number: DecimalNumber, _ key: String, _ name: String, _ value: FormatValue, _ reader: inout FormatReader
  ) -> Duration {
    if !number.isWhole {
      reader.assume(name, key, "\(number) is taken for \(number.wholePart ?? 0) ms, as Apple's tool does.")
    }
    let nanoseconds = number.wholePart.flatMap { DecimalNumber($0).scaled(by: 1_000_000) }
    return reader.duration(nanoseconds, at: value[key] ?? value)
  }
}
