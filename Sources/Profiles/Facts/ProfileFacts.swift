/// A profile as facts for machines: `linkcond list --json` and `linkcond show --json` write these.
///
/// Durations are whole nanoseconds, rates bits per second (`null` for no limit), losses fractions from 0 to 1.
public struct ProfileFacts: Hashable, Sendable, Encodable {
  /// The name.
  public let name: String
  /// One line on what it stands for; nil is written as `null`.
  public let summary: String?
  /// `bundled`, or the path of its file.
  public let origin: String
  /// `wifi`, `cellular`, `wiredEthernet` or `other`.
  public let interfaceType: InterfaceType
  /// `2G`, `3G`, `LTE` or `NR`; nil, written as `null`, where it is not said.
  public let radio: RadioTechnology?
  /// Whether the path counts as expensive.
  public let expensive: Bool
  /// Whether the path counts as constrained.
  public let constrained: Bool
  /// `up`, `down` or `noCarrier`.
  public let linkState: LinkState
  /// What DNS queries wait, in nanoseconds.
  public let dnsDelay: Int64
  /// `timeout`, `servfail` or `nxdomain`; nil, written as `null`, where names are answered.
  public let dnsFailure: DNSFailure?
  /// `any`, `IPv4` or `IPv6`.
  public let protocolFamily: ProtocolFamily
  /// Towards the client.
  public let downlink: DirectionFacts
  /// From the client.
  public let uplink: DirectionFacts

  /// The facts of a profile found at `origin`.
  public init(_ profile: Profile, origin: ProfileOrigin) {
    name = profile.name
    summary = profile.summary
    self.origin = origin.description
    interfaceType = profile.interfaceType
    radio = profile.radio
    expensive = profile.isExpensive
    constrained = profile.isConstrained
    linkState = profile.linkState
    dnsDelay = profile.dnsDelay.wholeNanoseconds
    dnsFailure = profile.dnsFailure
    protocolFamily = profile.family
    downlink = DirectionFacts(profile.downlink)
    uplink = DirectionFacts(profile.uplink)
  }

  private enum CodingKeys: String, CodingKey {
    case name, summary, origin, interfaceType, radio, expensive, constrained, linkState, dnsDelay, dnsFailure
    case protocolFamily, downlink, uplink
  }

  /// Writes every key, so that a missing one always means another schema.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encode(origin, forKey: .origin)
    try container.encode(interfaceType, forKey: .interfaceType)
    try container.encode(radio, forKey: .radio)
    try container.encode(expensive, forKey: .expensive)
    try container.encode(constrained, forKey: .constrained)
    try container.encode(linkState, forKey: .linkState)
    try container.encode(dnsDelay, forKey: .dnsDelay)
    try container.encode(dnsFailure, forKey: .dnsFailure)
    try container.encode(protocolFamily, forKey: .protocolFamily)
    try container.encode(downlink, forKey: .downlink)
    try container.encode(uplink, forKey: .uplink)
  }
}
