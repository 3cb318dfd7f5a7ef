internal import Record

/// A profile's numbers in one line.
struct AskedText: Sendable {
  let line: String

  /// What a run asks for: of a scenario its steps.
  init(_ story: RunStory) {
    var steps: [String] = []
    // At the start every interface has a step of the same name.
    for step in story.conditions.map(\.step) where step != steps.last { steps.append(step) }
    if steps.count < 2 || steps.contains("applied") {
      self.init(story.started?.profile)
    } else {
      let names = steps.prefix(6).joined(separator: ", ")
      self.init(line: "\(steps.count) steps: \(names)\(steps.count > 6 ? ", …" : "")")
    }
  }

  private init(line: String) { self.line = line }

  init(_ profile: ProfileRecord?) {
    switch profile?.linkState {
    case nil: line = ""
    case "down": line = "the interface is down"
    case "noCarrier": line = "the interface has no carrier"
    default: line = profile.map(Self.conditions) ?? ""
    }
  }

  private static func conditions(_ profile: ProfileRecord) -> String {
    let dns = profile.dnsDelay > 0 ? ", DNS +\(QuantityText.duration(Double(profile.dnsDelay)))" : ""
    if profile.downlink == profile.uplink { return "each way \(lane(profile.downlink))\(dns)" }
    return "down \(lane(profile.downlink)), up \(lane(profile.uplink))\(dns)"
  }

  private static func lane(_ lane: ProfileRecord.Lane) -> String {
    var parts: [String] = []
    if let rate = lane.rate { parts.append(QuantityText.rate(Double(rate))) }
    if lane.delay > 0 { parts.append(QuantityText.duration(Double(lane.delay))) }
    if lane.loss > 0 { parts.append("\(QuantityText.percent(lane.loss)) loss") }
    return parts.isEmpty ? "unlimited" : parts.joined(separator: " ")
  }
}
