/// Reads the network profiles of Firebase Test Lab, as `gcloud firebase test network-profiles describe ID --format=json` and
/// `list --format=json` print them: a rule for each direction, with seconds, kbit/s and fractions.
enum FirebaseReader {
  /// Whether an object is a profile, by its rules.
  static func isProfile(_ value: FormatValue) -> Bool {
    value["upRule"]?.isObject == true || value["downRule"]?.isObject == true
  }

  static func read(_ root: FormatValue, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    for value in root.objects(where: isProfile) where !reader.isFull {
      let name = reader.text(value, "id").map { reader.name($0) } ?? reader.fileName
      reader.checkKeys(value, of: name, known: ["id", "upRule", "downRule"])
      var profile = Profile(name: name)
      profile.downlink = conditions(value["downRule"], of: name, &reader)
      profile.uplink = conditions(value["upRule"], of: name, &reader)
      reader.add(profile, at: value)
    }
    return try reader.result(.firebase)
  }

  private static func conditions(
    _ rule: FormatValue?, of name: String, _ reader: inout FormatReader
  ) -> LinkConditions {
    guard let rule else { return .none }
    guard rule.isObject else {
      reader.fault(rule, "\(rule.shown) was read, where an object with delay, bandwidth and so on is expected.")
      return .none
    }
    reader.checkKeys(
      rule, of: name, known: ["delay", "packetLossRatio", "packetDuplicationRatio", "bandwidth"],
      ignored: ["burst": "what a queue lets through at once is not part of a profile."])
    return LinkConditions(
      rate: reader.rate(rule, "bandwidth", unit: 1_000), delay: delay(rule, &reader),
      loss: .independent(reader.fraction(rule, "packetLossRatio")),
      duplicate: reader.fraction(rule, "packetDuplicationRatio"))
  }

  /// A duration as protocol buffers write it in JSON: seconds with an `s`.
  private static func delay(_ rule: FormatValue, _ reader: inout FormatReader) -> Duration {
    guard let value = rule["delay"] else { return .zero }
    guard let text = value.string, text.hasSuffix("s"), let seconds = DecimalNumber(text.dropLast()),
      !seconds.isNegative
    else {
      reader.fault(value, "\(value.shown) was read, where seconds such as \"0.040s\" are expected.")
      return .zero
    }
    return reader.duration(seconds.scaled(by: 1_000_000_000), at: value)
  }
}
