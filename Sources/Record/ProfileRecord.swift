/// A profile's values as the record has them: nanoseconds, bits a second, fractions.
public struct ProfileRecord: Codable, Hashable, Sendable {
  /// One direction.
  public struct Lane: Codable, Hashable, Sendable {
    /// Bits a second, in the long run; absent is unlimited.
    public var rate: UInt64?
    /// One-way delay in nanoseconds.
    public var delay: Int64
    /// The deviation of the delay in nanoseconds; absent is none.
    public var jitter: Int64?
    /// The chance to lose a packet, 0…1.
    public var loss: Double
    /// The chance that a packet arrives twice, 0…1; absent is 0.
    public var duplicate: Double?
    /// The chance that a packet overtakes others, 0…1; absent is 0.
    public var reorder: Double?
    /// The chance that a packet arrives with a bit flipped, 0…1; absent is 0.
    public var corrupt: Double?

    /// Values as given.
    public init(
      rate: UInt64?, delay: Int64, loss: Double, jitter: Int64? = nil, duplicate: Double? = nil, reorder: Double? = nil,
      corrupt: Double? = nil
    ) {
      self.rate = rate
      self.delay = delay
      self.jitter = jitter
      self.loss = loss
      self.duplicate = duplicate
      self.reorder = reorder
      self.corrupt = corrupt
    }
  }

  /// The profile's name.
  public var name: String
  /// Towards the client.
  public var downlink: Lane
  /// From the client.
  public var uplink: Lane
  /// What DNS queries wait in front of the uplink, in nanoseconds.
  public var dnsDelay: Int64
  /// How the name server fails: `timeout`, `servfail` or `nxdomain`; absent if it does not.
  public var dnsFailure: String?
  /// `IPv4` or `IPv6`, whose packets alone the conditions are for; absent is all.
  public var family: String?
  /// The kind of interface.
  public var interfaceType: String
  /// `up`, `down` or `noCarrier`.
  public var linkState: String

  /// Values as given.
  public init(
    name: String, downlink: Lane, uplink: Lane, dnsDelay: Int64, interfaceType: String, linkState: String,
    dnsFailure: String? = nil, family: String? = nil
  ) {
    self.name = name
    self.downlink = downlink
    self.uplink = uplink
    self.dnsDelay = dnsDelay
    self.dnsFailure = dnsFailure
    self.family = family
    self.interfaceType = interfaceType
    self.linkState = linkState
  }
}
