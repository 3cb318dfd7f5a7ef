internal import Profiles
internal import Relay

extension RelayConditions {
  /// What a profile asks, as the relay takes it.
  init(_ profile: Profile) {
    self.init(
      downlink: LaneConditions(profile.downlink), uplink: LaneConditions(profile.uplink),
      dnsDelayNanoseconds: profile.dnsDelay.wholeNanoseconds, family: RelayFamily(profile.family))
  }
}

extension LaneConditions {
  /// One direction of it.
  init(_ conditions: LinkConditions) {
    self.init(
      rateBitsPerSecond: conditions.rate?.bitsPerSecond,
      trace: conditions.trace.flatMap { LaneTrace(opportunities: $0.opportunities) },
      delayNanoseconds: conditions.delay.wholeNanoseconds, jitter: conditions.jitter.map { LaneJitter($0) },
      keepsOrder: conditions.keepsOrder, loss: LaneLoss(conditions.loss),
      duplicateFraction: conditions.duplicate.kernelValue,
      reordering: conditions.reordering.map {
        LaneReordering(fraction: $0.chance.kernelValue, gap: UInt32(clamping: $0.gap))
      },
      corruptFraction: conditions.corrupt.kernelValue, queue: LaneQueue(conditions.queue))
  }
}

extension LaneJitter {
  init(_ jitter: Jitter) {
    self.init(
      deviationNanoseconds: jitter.deviation.wholeNanoseconds, table: jitter.distribution.table,
      correlationFraction: jitter.correlation.kernelValue)
  }
}

extension LaneQueue {
  init(_ queue: Queue) {
    let depth: Depth =
      switch queue.depth {
      case .packets(let number): .packets(number)
      case .bytes(let number): .bytes(number)
      case .time(let time): .nanoseconds(time.wholeNanoseconds)
      }
    self.init(depth, dropsHead: queue.kind == .dropHead)
  }
}

extension LaneLoss {
  init(_ loss: LossModel) {
    switch loss {
    case .independent(let chance): self = .independent(chance.kernelValue)
    case .bursts(let ratio, let averageLength): self = Self.bursts(ratio, averageLength)
    case .gilbertElliott(let model): self.init(model)
    case .fourState(let model):
      self = .fourState(
        p13: model.p13.kernelValue, p31: model.p31.kernelValue, p32: model.p32.kernelValue, p23: model.p23.kernelValue,
        p14: model.p14.kernelValue)
    }
  }

  private init(_ model: GilbertElliottModel) {
    self = .gilbertElliott(
      becomesBad: model.becomesBad.kernelValue, becomesGood: model.becomesGood.kernelValue,
      lossInBad: model.lossInBad.kernelValue, lossInGood: model.lossInGood.kernelValue)
  }

  private static func bursts(_ ratio: Probability, _ averageLength: Double) -> LaneLoss {
    if let model = LossModel.gilbert(ratio: ratio, averageLength: averageLength) { return LaneLoss(model) }
    guard ratio > .zero, ratio < .one else { return .independent(ratio.kernelValue) }
    // So short bursts cannot lose so much: a burst begins with each good packet and is as long as the ratio needs.
    let leaves = Probability(fraction: (1 - ratio.fraction) / ratio.fraction) ?? .one
    return LaneLoss(GilbertElliottModel(becomesBad: .one, becomesGood: leaves))
  }
}

extension RelayFamily {
  init(_ family: ProtocolFamily) {
    switch family {
    case .any: self = .any
    case .ipv4: self = .ipv4
    case .ipv6: self = .ipv6
    }
  }
}
