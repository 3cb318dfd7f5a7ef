internal import Netlink
internal import Profiles

/// What the kernel engine tells the kernel for a profile: one netem for each direction and one for the DNS delay.
///
/// A value, computed without the kernel; ``KernelEngine`` sends it.
struct KernelPlan: Hashable, Sendable {
  /// On the egress of the link-side end that faces the client.
  let downlink: Netem
  /// On the egress of the link-side end that faces the network.
  let uplink: Netem
  /// In front of the uplink, for UDP to port 53 alone.
  let dns: Netem

  /// The handle of every qdisc that linkcond puts in place: `4c43` is "LC".
  static let handle = TrafficHandle(0x4c43)

  /// netem's way of saying no rate while still keeping packets in order: 40 Gbit/s (facts: a rate chains send times).
  static let openRate: UInt64 = 5_000_000_000

  /// Apple's queue, in packets (dummynet's default of 50 slots, which the conditioner leaves as it is).
  static let queuePackets: UInt64 = 50

  /// Without a rate nothing waits for the wire, so only the delay line counts. 100 000 packets hold a second at 100 000
  /// packets/s, more than a veth pair carries with delay.
  static let openLimit: UInt32 = 100_000

  /// The largest frame of the link: an MTU of 1500 and the Ethernet header, as netem counts it.
  static let fullFrame: UInt64 = 1514

  /// No conditions.
  static let open = netem(.none)

  init(_ profile: Profile) {
    downlink = Self.netem(profile.downlink)
    uplink = Self.netem(profile.uplink)
    dns = Self.netem(LinkConditions(rate: nil, delay: profile.dnsDelay, loss: .none))
  }

  private static func netem(_ conditions: LinkConditions) -> Netem {
    var netem = Netem()
    netem.delayNanoseconds = conditions.delay.wholeNanoseconds
    netem.lossFraction = conditions.loss.average.kernelValue
    netem.limitPackets = limit(rate: conditions.rate, delay: conditions.delay)
    netem.rateBytesPerSecond = conditions.rate.map { max(1, $0.bitsPerSecond / 8) } ?? openRate
    return netem
  }

  /// netem's `limit` counts the delay line too, Apple's 50 slots do not: so 50 and what the line holds in full frames.
  static func limit(rate: DataRate?, delay: Duration) -> UInt32 {
    guard let rate else { return openLimit }
    let bitsInFlight = Double(rate.bitsPerSecond) * Double(delay.wholeNanoseconds) / 1e9
    let framesInFlight = (bitsInFlight / Double(8 * fullFrame)).rounded(.up)
    return UInt32(min(Double(openLimit), Double(queuePackets) + framesInFlight))
  }

  /// How long until what the queue holds under these attributes has left, in nanoseconds.
  static func drainTime(of netem: Netem) -> Int64 {
    let queued = queuePackets * fullFrame * 1_000_000_000 / max(1, netem.rateBytesPerSecond)
    return netem.delayNanoseconds + Int64(clamping: queued)
  }
}
