/// A profile as facts for machines: `linkcond list --json` and `linkcond show --json` write these.
///
/// Durations are whole nanoseconds, rates bits per second (`null` for no limit), losses fractions from 0 to 1.
public struct ProfileFacts: Hashable, Sendable, Encodable {
  /// What one direction does.
  public struct Direction: Hashable, Sendable, Encodable {
    /// Bits per second; nil, written as `null`, for no limit.
    public let rate: UInt64?
    /// One way, in nanoseconds.
    public let delay: Int64
    /// A fraction from 0 to 1.
    public let loss: Double

    init(_ conditions: LinkConditions) {
      rate = conditions.rate?.bitsPerSecond
      delay = conditions.delay.wholeNanoseconds
      loss = conditions.loss.average.fraction
    }

    private enum CodingKeys: String, CodingKey { case rate, delay, loss }

    /// Writes every key, so that a missing one always means another schema.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(rate, forKey: .rate)
      try container.encode(delay, forKey: .delay)
      try container.encode(loss, forKey: .loss)
    }
  }

  /// The name.
  public let name: String
  /// One line on what it stands for; nil is written as `null`.
  public let summary: String?
  /// `bundled`, or the path of its file.
  public let origin: String
  /// `wifi`, `cellular`, `wiredEthernet` or `other`.
  public let interfaceType: InterfaceType
  /// Whether the path counts as expensive.
  public let expensive: Bool
  /// `up`, `down` or `noCarrier`.
  public let linkState: LinkState
  /// What DNS queries wait, in nanoseconds.
  public let dnsDelay: Int64
  /// Towards the client.
  public let downlink: Direction
  /// From the client.
  public let uplink: Direction

  /// The facts of a profile found at `origin`.
  public init(_ profile: Profile, origin: ProfileOrigin) {
    name = profile.name
    summary = profile.summary
    self.origin = origin.description
    interfaceType = profile.interfaceType
    expensive = profile.isExpensive
    linkState = profile.linkState
    dnsDelay = profile.dnsDelay.wholeNanoseconds
    downlink = Direction(profile.downlink)
    uplink = Direction(profile.uplink)
  }

  private enum CodingKeys: String, CodingKey {
    case name, summary, origin, interfaceType, expensive, linkState, dnsDelay, downlink, uplink
  }

  /// Writes every key, so that a missing one always means another schema.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(summary, forKey: .summary)
    try container.encode(origin, forKey: .origin)
    try container.encode(interfaceType, forKey: .interfaceType)
    try container.encode(expensive, forKey: .expensive)
    try container.encode(linkState, forKey: .linkState)
    try container.encode(dnsDelay, forKey: .dnsDelay)
    try container.encode(downlink, forKey: .downlink)
    try container.encode(uplink, forKey: .uplink)
  }
}
