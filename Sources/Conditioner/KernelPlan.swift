internal import Netlink
internal import Profiles
internal import Relay

/// What the kernel engine tells the kernel for a profile: one netem for each direction and one for the DNS delay.
///
/// A value, computed without the kernel; ``KernelEngine`` sends it.
struct KernelPlan: Hashable, Sendable {
  /// What netem is told for packets towards the client.
  let downlink: Netem
  /// What netem is told for packets from the client.
  let uplink: Netem
  /// In front of the uplink, for UDP to port 53 alone.
  let dns: Netem
  /// Which packets all of this is for; the others cross the link by an open path.
  let family: ProtocolFamily

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

  /// The most that netem spreads delays by: it cuts more to this without a word (`INT_MAX` nanoseconds).
  static let mostJitter: Duration = .nanoseconds(Int64(Int32.max))

  /// No conditions.
  static let open = Netem(KernelPlan.openConditions)
  private static let openConditions = LinkConditions.none

  /// The plan for a profile without ``obstacles(_:)``; with some it says what comes nearest.
  ///
  /// - Parameter seed: What decides about packets, each direction for itself; nil leaves it to the kernel.
  init(_ profile: Profile, seed: UInt64? = nil) {
    func netem(_ conditions: LinkConditions, _ direction: UInt64) -> Netem {
      var netem = Netem(conditions)
      netem.seed = seed.map { SeededMix.of($0, direction) }
      return netem
    }
    downlink = netem(profile.downlink, 1)
    uplink = netem(profile.uplink, 2)
    dns = netem(LinkConditions(delay: profile.dnsDelay), 3)
    family = profile.family
  }

  /// What of a profile netem cannot do at all, each as the end of a sentence that begins with "netem has no"; empty if it
  /// can do everything.
  static func obstacles(_ profile: Profile) -> [String] {
    [("downlink", profile.downlink), ("uplink", profile.uplink)].flatMap { name, lane in
      obstacles(lane).map { "\($0) (\(name))" }
    }
  }

  /// What of one direction's conditions netem cannot do.
  static func obstacles(_ lane: LinkConditions) -> [String] {
    // Where everything is lost the rest does not show.
    guard lane.loss.average != .one else { return [] }
    var missing: [String] = []
    if lane.trace != nil { missing.append("rate that follows a trace") }
    if let jitter = lane.jitter, jitter.deviation > .zero {
      if jitter.deviation > mostJitter { missing.append("jitter above 2.147 s") }
      // With a rate netem never sends a packet before the one ahead of it.
      if !lane.keepsOrder, lane.rate != nil { missing.append("jitter that reorders packets of a link with a rate") }
      if let table = jitter.distribution.table, table.isEmpty || table.count > DelayDistribution.mostEntries {
        missing.append("table of delays with \(table.count) entries, only 1 to \(DelayDistribution.mostEntries)")
      }
    }
    if lane.rate != nil {
      if lane.queue.kind == .dropHead { missing.append("queue that drops its oldest packet") }
      switch lane.queue.depth {
      case .packets: break
      case .bytes: missing.append("queue that is measured in bytes")
      case .time: missing.append("queue that is measured in time")
      }
    }
    switch lane.loss {
    case .independent, .gilbertElliott: break
    case .bursts(let ratio, let length):
      if ratio > .zero, LossModel.gilbert(ratio: ratio, averageLength: length) == nil {
        missing.append("loss of \(ratio) in bursts of \(length) packets")
      }
    case .fourState(let chain):
      // The kernel adds these in 32 bits and wraps around.
      if chain.p13.fraction + chain.p14.fraction > 1 || chain.p31.fraction + chain.p32.fraction > 1 {
        missing.append("chain of four states that leaves one with a chance above 100 %")
      }
    }
    return missing
  }

  /// netem's `limit` counts the delay line too, a profile's queue does not: so the queue, and what the line holds in full
  /// frames.
  static func limit(
    rate: DataRate?, delay: Duration, jitter: Jitter? = nil, queue: UInt64 = KernelPlan.queuePackets
  ) -> UInt32 {
    guard let rate else { return openLimit }
    let longest = Double(delay.wholeNanoseconds) + Double(spread(jitter))
    let bitsInFlight = Double(rate.bitsPerSecond) * longest / 1e9
    let framesInFlight = (bitsInFlight / Double(8 * fullFrame)).rounded(.up)
    return UInt32(max(1, min(Double(max(queue, UInt64(openLimit))), Double(queue) + framesInFlight)))
  }

  /// How far a packet's delay may lie above the middle, in nanoseconds: a table's values end at 4 deviations.
  private static func spread(_ jitter: Jitter?) -> Int64 {
    guard let jitter else { return 0 }
    let deviation = jitter.deviation.wholeNanoseconds
    guard let last = jitter.distribution.table?.max() else { return deviation }
    return Int64(Double(deviation) * max(0, Double(last)) / 8192)
  }

  /// How long the delay line holds a packet at most, in nanoseconds: a table's values end at 4 deviations.
  private static func longestDelay(of netem: Netem) -> Int64 { netem.delayNanoseconds + 4 * netem.jitterNanoseconds }

  /// How long until so many bytes that wait under these attributes have left, in nanoseconds.
  static func drainTime(of netem: Netem, holding bytes: UInt64) -> Int64 {
    guard netem.rateBytesPerSecond != 0 else { return longestDelay(of: netem) }
    return longestDelay(of: netem) + Int64(clamping: bytes * 1_000_000_000 / netem.rateBytesPerSecond)
  }

  /// How long until what the queue holds under these attributes has left, in nanoseconds.
  static func drainTime(of netem: Netem) -> Int64 {
    let queued = UInt64(netem.limitPackets) * fullFrame * 1_000_000_000 / max(1, netem.rateBytesPerSecond)
    let isQueue = netem.rateBytesPerSecond != openRate && netem.rateBytesPerSecond != 0
    let line = longestDelay(of: netem)
    // The limit holds the delay line and the queue; without a rate there is no queue.
    return isQueue ? max(line, Int64(clamping: queued)) : line
  }
}

extension Netem {
  /// One direction's conditions in netem's terms.
  init(_ conditions: LinkConditions) {
    self.init()
    delayNanoseconds = conditions.delay.wholeNanoseconds
    var keepsOrder = true
    if let jitter = conditions.jitter, jitter.deviation > .zero {
      jitterNanoseconds = min(jitter.deviation, KernelPlan.mostJitter).wholeNanoseconds
      delayCorrelation = jitter.correlation.kernelValue
      // Always a table: the one of an earlier profile cannot be unset.
      distribution =
        jitter.distribution.table.map { DelayDistribution(name: jitter.distribution.name, table: $0) } ?? .uniform
      keepsOrder = conditions.keepsOrder
    }
    setLoss(conditions.loss)
    duplicateFraction = conditions.duplicate.kernelValue
    if let reordering = conditions.reordering, reordering.chance > .zero {
      reorderFraction = reordering.chance.kernelValue
      gap = UInt32(clamping: max(1, reordering.gap))
    }
    corruptFraction = conditions.corrupt.kernelValue
    let queue: UInt64 = if case .packets(let count) = conditions.queue.depth { UInt64(max(1, count)) } else { 50 }
    limitPackets = KernelPlan.limit(
      rate: conditions.rate, delay: conditions.delay, jitter: conditions.jitter, queue: queue)
    let open = keepsOrder ? KernelPlan.openRate : 0
    rateBytesPerSecond = conditions.rate.map { max(1, $0.bitsPerSecond / 8) } ?? open
  }

  private mutating func setLoss(_ loss: LossModel) {
    func gilbert(_ model: GilbertElliottModel) -> GilbertElliott {
      GilbertElliott(
        becomesBad: model.becomesBad.kernelValue, becomesGood: model.becomesGood.kernelValue,
        passesInBad: .max - model.lossInBad.kernelValue, lostInGood: model.lossInGood.kernelValue)
    }
    switch loss {
    case .independent(let chance): lossFraction = chance.kernelValue
    case .bursts(let ratio, let length):
      if let model = LossModel.gilbert(ratio: ratio, averageLength: length) {
        burstLoss = gilbert(model)
      } else {
        lossFraction = ratio.kernelValue
      }
    case .gilbertElliott(let model): burstLoss = gilbert(model)
    case .fourState(let chain):
      // Rounding may take a sum of 1 one above what 32 bits hold.
      let (p13, p31) = (chain.p13.kernelValue, chain.p31.kernelValue)
      stateLoss = FourStateLoss(
        p13: p13, p31: p31, p32: min(chain.p32.kernelValue, .max - p31), p23: chain.p23.kernelValue,
        p14: min(chain.p14.kernelValue, .max - p13))
    }
  }
}
