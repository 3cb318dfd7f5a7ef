internal import Profiles

extension RunPlan {
  /// What the probe goes over: the family that all conditions are for, and IPv4 where they are for both or differ.
  var probedFamily: ProtocolFamily {
    let shaping = changes.map(\.profile).filter { $0.downlink != .none || $0.uplink != .none }
    return Set(shaping.map(\.family)) == [.ipv6] ? .ipv6 : .ipv4
  }
}

extension Profile {
  /// Whether its conditions are for packets of a family.
  func applies(to family: ProtocolFamily) -> Bool { self.family == .any || self.family == family }
}

extension ProtocolFamily {
  /// How many bytes longer a packet's header is than that of IPv4.
  var longerHeader: Int { self == .ipv6 ? 20 : 0 }
}
