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
    var parts = ["down \(lane(profile.downlink))", "up \(lane(profile.uplink))"]
    if profile.downlink == profile.uplink { parts = ["each way \(lane(profile.downlink))"] }
    if profile.dnsDelay > 0 { parts.append("DNS +\(QuantityText.duration(Double(profile.dnsDelay)))") }
    if let failure = profile.dnsFailure { parts.append("DNS \(failure)") }
    if let family = profile.family { parts.append("\(family) alone") }
    return parts.joined(separator: ", ")
  }

  private static func lane(_ lane: ProfileRecord.Lane) -> String {
    var parts: [String] = []
    if let rate = lane.rate { parts.append(QuantityText.rate(Double(rate))) }
    if lane.delay > 0 { parts.append(QuantityText.duration(Double(lane.delay))) }
    if let jitter = lane.jitter { parts.append("± \(QuantityText.duration(Double(jitter)))") }
    if lane.loss > 0 { parts.append("\(QuantityText.percent(lane.loss)) loss") }
    for (chance, word) in [(lane.duplicate, "twice"), (lane.reorder, "reordered"), (lane.corrupt, "corrupted")] {
      if let chance { parts.append("\(QuantityText.percent(chance)) \(word)") }
    }
    return parts.isEmpty ? "unlimited" : parts.joined(separator: " ")
  }
}
