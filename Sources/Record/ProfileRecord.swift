/// A profile's values as the record has them: nanoseconds, bits a second, fractions.
public struct ProfileRecord: Codable, Hashable, Sendable {
  /// One direction.
  public struct Lane: Codable, Hashable, Sendable {
    /// Bits a second; absent is unlimited.
    public var rate: UInt64?
    /// One-way delay in nanoseconds.
    public var delay: Int64
    /// The chance to lose a packet, 0…1.
    public var loss: Double

    /// Values as given.
    public init(rate: UInt64?, delay: Int64, loss: Double) {
      self.rate = rate
      self.delay = delay
      self.loss = loss
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
  /// The kind of interface.
  public var interfaceType: String
  /// `up`, `down` or `noCarrier`.
  public var linkState: String

  /// Values as given.
  public init(
    name: String, downlink: Lane, uplink: Lane, dnsDelay: Int64, interfaceType: String, linkState: String
  ) {
    self.name = name
    self.downlink = downlink
    self.uplink = uplink
    self.dnsDelay = dnsDelay
    self.interfaceType = interfaceType
    self.linkState = linkState
  }
}
