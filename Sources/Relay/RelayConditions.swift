/// What happens to the frames of a link.
public struct RelayConditions: Hashable, Sendable {
  /// Towards the client.
  public var downlink: LaneConditions
  /// From the client.
  public var uplink: LaneConditions
  /// What UDP to port 53 waits before it enters the uplink, in nanoseconds.
  public var dnsDelayNanoseconds: Int64
  /// Which frames all of this is for.
  public var family: RelayFamily

  /// Conditions; what is left out does nothing. A negative delay is none.
  public init(
    downlink: LaneConditions = LaneConditions(), uplink: LaneConditions = LaneConditions(),
    dnsDelayNanoseconds: Int64 = 0, family: RelayFamily = .any
  ) {
    self.downlink = downlink
    self.uplink = uplink
    self.dnsDelayNanoseconds = max(0, dnsDelayNanoseconds)
    self.family = family
  }

  /// The shortest time that a frame is in the link, in nanoseconds.
  var shortestDelay: Int64 { family == .any ? min(downlink.shortestDelay, uplink.shortestDelay) : 0 }
}
