/// Something that a profile says beside rates, delays and independent loss, as a format may be able to express or not.
enum ProfileFeature: Hashable, CaseIterable {
  case summary, interfaceType, radio, expensive, constrained, linkState, dnsDelay, dnsFailure, family
  case trace, jitter, unordered, lossModel, duplicate, reordering, corrupt, queue

  /// A warning for each direction whose rate follows a trace, of which a format can only say the average.
  static func averagedTraces(in profile: Profile) -> [String] {
    [("Downlink", profile.downlink), ("Uplink", profile.uplink)].compactMap { key, conditions in
      guard conditions.trace != nil, let rate = conditions.averageRate else { return nil }
      return "\(profile.name): \(key).Trace is left out; its average of \(rate) is written as the rate."
    }
  }

  /// The keys under which `profile` says this, as its native file has them; empty if it does not.
  func keys(in profile: Profile) -> [String] {
    func key(_ key: String, _ says: Bool) -> [String] { says ? [key] : [] }
    func each(_ key: String, _ says: (LinkConditions) -> Bool) -> [String] {
      (says(profile.downlink) ? ["Downlink.\(key)"] : []) + (says(profile.uplink) ? ["Uplink.\(key)"] : [])
    }
    switch self {
    case .summary: return key("Summary", profile.summary != nil)
    case .interfaceType: return key("InterfaceType", profile.interfaceType != .wifi)
    case .radio: return key("Radio", profile.radio != nil)
    case .expensive: return key("Expensive", profile.isExpensive)
    case .constrained: return key("Constrained", profile.isConstrained)
    case .linkState: return key("LinkState", profile.linkState != .up)
    case .dnsDelay: return key("DNSDelay", profile.dnsDelay != .zero)
    case .dnsFailure: return key("DNSFailure", profile.dnsFailure != nil)
    case .family: return key("ProtocolFamily", profile.family != .any)
    case .trace: return each("Trace") { $0.trace != nil }
    case .jitter: return each("Jitter") { $0.jitter != nil }
    case .unordered: return each("KeepOrder") { !$0.keepsOrder && $0.jitter != nil }
    case .lossModel:
      return each("Loss") {
        if case .independent = $0.loss { false } else { true }
      }
    case .duplicate: return each("Duplicate") { $0.duplicate != .zero }
    case .reordering: return each("Reorder") { $0.reordering != nil }
    case .corrupt: return each("Corrupt") { $0.corrupt != .zero }
    case .queue: return each("Queue") { $0.queue != .standard }
    }
  }
}
