/// Reads the JSON of sitespeed.io's throttle and browsertime: kbit/s, the round trip in milliseconds, percent.
enum SitespeedReader {
  /// The profiles that throttle knows by name: kbit/s down and up, and the round trip in milliseconds.
  ///
  /// Source: sitespeed.io's throttle, `bin/index.js`. Its round trips are half of WebPageTest's for the same names.
  private static let named: [String: (down: UInt64, up: UInt64, roundTrip: Int64)] = [
    "3g": (1600, 768, 150), "3gfast": (1600, 768, 75), "3gslow": (400, 400, 200), "3gem": (400, 400, 200),
    "2g": (280, 256, 400), "cable": (5000, 1000, 14), "dsl": (1500, 384, 25), "4g": (9000, 9000, 85),
    "lte": (12000, 12000, 35), "edge": (240, 200, 420), "dial": (49, 30, 60), "fois": (20000, 5000, 2),
  ]
  /// Names without numbers: those that stand beside it, and none.
  private static let others = ["custom", "native"]
  private static let downKeys = ["down", "downstreamKbps"]
  private static let upKeys = ["up", "upstreamKbps"]
  private static let roundTripKeys = ["rtt", "latency"]

  /// Whether an object is a profile, by its keys.
  static func isProfile(_ value: FormatValue) -> Bool {
    // A text that should be a number is told of as one.
    let isNumber: (String) -> Bool = { value[$0]?.decimal != nil || value[$0]?.string != nil }
    return (downKeys.contains(where: isNumber) && upKeys.contains(where: isNumber)) || isNumber("rtt")
      || value["profile"]?.string.map { named[$0] != nil || others.contains($0) } == true
  }

  static func read(_ root: FormatValue, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    let top = connectivity(in: root) ?? root
    if isProfile(top) || top["profile"]?.string != nil {
      readProfile(top, called: reader.fileName, &reader)
    } else {
      for element in top.elements {
        readProfile(element, called: reader.text(element, "name") ?? reader.fileName, &reader)
      }
      for (key, value) in top.members { readProfile(value, called: reader.name(key), &reader) }
    }
    return try reader.result(.sitespeed)
  }

  /// The part of a browsertime or sitespeed.io configuration that is about the network.
  private static func connectivity(in root: FormatValue) -> FormatValue? {
    root["connectivity"] ?? root["browsertime"]?["connectivity"]
  }

  private static func readProfile(_ value: FormatValue, called name: String, _ reader: inout FormatReader) {
    guard value.isObject else {
      reader.fault(value, "\(value.shown) was read, where an object with up, down and rtt is expected.")
      return
    }
    reader.checkKeys(
      value, of: name, known: downKeys + upKeys + roundTripKeys + ["packetLoss", "profile", "name"],
      ignored: [
        "localhost": "a loopback interface is never conditioned here.",
        "variance": "jitter is said as a duration here.", "alias": "it is a name for reports.",
        "engine": "it says what imposes the conditions.",
      ])
    var profile = Profile(name: name)
    if let preset = value["profile"]?.string, let numbers = named[preset],
      !downKeys.contains(where: { value[$0] != nil })
    {
      let halves = FormatReader.halves(of: .milliseconds(numbers.roundTrip))
      profile.name = preset
      profile.downlink = LinkConditions(rate: .kilobits(numbers.down), delay: halves.down)
      profile.uplink = LinkConditions(rate: .kilobits(numbers.up), delay: halves.up)
      reader.assume(preset, "profile", "throttle's own numbers, whose round trip is split in half.")
    } else {
      if let preset = value["profile"], preset.string.map({ named[$0] != nil || others.contains($0) }) != true {
        reader.refuse(preset, among: named.keys.sorted() + others)
      }
      let roundTrip = key(of: value, among: roundTripKeys).map { reader.milliseconds(value, $0) } ?? .zero
      let halves = FormatReader.halves(of: roundTrip)
      if roundTrip != .zero {
        reader.assume(
          name, key(of: value, among: roundTripKeys), "a round trip, of which each direction gets half.")
      }
      let down = key(of: value, among: downKeys).flatMap { reader.rate(value, $0, unit: 1_000) }
      let up = key(of: value, among: upKeys).flatMap { reader.rate(value, $0, unit: 1_000) }
      profile.downlink = LinkConditions(rate: down, delay: halves.down)
      profile.uplink = LinkConditions(rate: up, delay: halves.up)
    }
    let loss = LossModel.independent(reader.percent(value, "packetLoss"))
    if loss != .none {
      (profile.downlink.loss, profile.uplink.loss) = (loss, loss)
      reader.assume(name, "packetLoss", "is taken for each direction, as throttle does on Linux.")
    }
    reader.add(profile, at: value)
  }

  /// The one of several spellings of a key that is there.
  private static func key(of value: FormatValue, among keys: [String]) -> String? {
    keys.first { value[$0] != nil }
  }
}
