/// The conditions between two profiles.
///
/// Delay, jitter, loss, duplicates, corruption, reordering, bursts, DNS delay and the depth of queues of the same unit change
/// linearly, the rate geometrically, so that it halves as often in the first half as in the second; no limit counts as
/// 40 Gbit/s, a trace as what it carries in the long run. What cannot be in between, such as a distribution or the
/// side of an order, is the target's from the start; state, family, type and the DNS failure change at the end.
struct ConditionRamp {
  let from: Profile
  let to: Profile

  /// The longest time from one part to the next.
  static let longestPart = Duration.milliseconds(100)
  /// How many parts even a short ramp has.
  static let fewestParts = 10

  /// How many parts a ramp of this time has: one every 100 ms, at least 10.
  static func parts(of time: Duration) -> Int {
    let (whole, longest) = (time.wholeNanoseconds, longestPart.wholeNanoseconds)
    return max(fewestParts, Int(clamping: (whole - 1) / longest + 1))
  }

  /// The profile once a share above 0 of the ramp is done; all of it is the target itself.
  func profile(at share: Double) -> Profile {
    guard share < 1 else { return to }
    var profile = from
    profile.name = to.name
    profile.summary = to.summary
    profile.downlink = conditions(from.downlink, to.downlink, share)
    profile.uplink = conditions(from.uplink, to.uplink, share)
    profile.dnsDelay = Self.between(from.dnsDelay, to.dnsDelay, share)
    return profile
  }

  private func conditions(_ from: LinkConditions, _ to: LinkConditions, _ share: Double) -> LinkConditions {
    var conditions = to
    conditions.trace = nil
    conditions.rate = Self.between(from.averageRate, to.averageRate, share)
    conditions.delay = Self.between(from.delay, to.delay, share)
    conditions.jitter = Self.between(from.jitter, to.jitter, share)
    conditions.loss = from.loss.between(to.loss, share)
    conditions.duplicate = Self.between(from.duplicate, to.duplicate, share)
    conditions.corrupt = Self.between(from.corrupt, to.corrupt, share)
    conditions.reordering = Self.between(from.reordering, to.reordering, share)
    conditions.queue.depth = Self.between(from.queue.depth, to.queue.depth, share)
    // Nothing can be overtaken where there is no delay, and a queue in time needs a rate.
    if conditions.delay == .zero { conditions.reordering = nil }
    if case .time = conditions.queue.depth, conditions.rate == nil { conditions.queue = .standard }
    return conditions
  }

  static func between(_ from: Double, _ to: Double, _ share: Double) -> Double { from + (to - from) * share }

  static func between(_ from: Duration, _ to: Duration, _ share: Double) -> Duration {
    .nanoseconds(
      Int64(between(Double(from.wholeNanoseconds), Double(to.wholeNanoseconds), share).rounded()))
  }

  static func between(_ from: Probability, _ to: Probability, _ share: Double) -> Probability {
    Probability(fraction: min(1, max(0, between(from.fraction, to.fraction, share)))) ?? to
  }

  private static func between(_ from: DataRate?, _ to: DataRate?, _ share: Double) -> DataRate? {
    guard from != nil || to != nil else { return nil }
    let (low, high) = (DataRate.allowed.lowerBound, DataRate.allowed.upperBound)
    func bits(_ rate: DataRate?) -> Double { Double(min(high, max(low, rate ?? high)).bitsPerSecond) }
    let rate = GeometricMean.between(bits(from), bits(to), share)
    return min(high, max(low, DataRate(bitsPerSecond: UInt64(rate.rounded()))))
  }

  private static func between(_ from: Jitter?, _ to: Jitter?, _ share: Double) -> Jitter? {
    guard var jitter = to ?? from else { return nil }
    jitter.deviation = between(from?.deviation ?? .zero, to?.deviation ?? .zero, share)
    return jitter.deviation == .zero ? nil : jitter
  }

  private static func between(_ from: Reordering?, _ to: Reordering?, _ share: Double) -> Reordering? {
    guard var reordering = to ?? from else { return nil }
    reordering.chance = between(from?.chance ?? .zero, to?.chance ?? .zero, share)
    return reordering.chance == .zero ? nil : reordering
  }

  private static func between(_ from: Queue.Depth, _ to: Queue.Depth, _ share: Double) -> Queue.Depth {
    func count(_ from: Int, _ to: Int) -> Int { Int(between(Double(from), Double(to), share).rounded()) }
    return switch (from, to) {
    case (.packets(let from), .packets(let to)): .packets(count(from, to))
    case (.bytes(let from), .bytes(let to)): .bytes(count(from, to))
    case (.time(let from), .time(let to)): .time(between(from, to, share))
    default: to
    }
  }
}

extension LossModel {
  /// The loss between two; models of different kinds go by what they lose in the long run.
  fileprivate func between(_ to: LossModel, _ share: Double) -> LossModel {
    func chance(_ from: Probability, _ to: Probability) -> Probability { ConditionRamp.between(from, to, share) }
    switch (self, to) {
    case (.gilbertElliott(let from), .gilbertElliott(let to)):
      return .gilbertElliott(
        GilbertElliottModel(
          becomesBad: chance(from.becomesBad, to.becomesBad), becomesGood: chance(from.becomesGood, to.becomesGood),
          lossInBad: chance(from.lossInBad, to.lossInBad), lossInGood: chance(from.lossInGood, to.lossInGood)))
    case (.fourState(let from), .fourState(let to)):
      return .fourState(
        FourStateModel(
          p13: chance(from.p13, to.p13), p31: chance(from.p31, to.p31), p32: chance(from.p32, to.p32),
          p23: chance(from.p23, to.p23), p14: chance(from.p14, to.p14)))
    default:
      let ratio = chance(average, to.average)
      // What is in between can be made up of bursts if both ends can, since the ratio L / (L + 1) bends downwards.
      guard let length = burstLength, let toLength = to.burstLength, isBursty || to.isBursty else {
        return .independent(ratio)
      }
      return .bursts(ratio: ratio, averageLength: ConditionRamp.between(length, toLength, share))
    }
  }

  private var isBursty: Bool {
    if case .bursts = self { true } else { false }
  }

  /// How long a burst is on average; that of independent losses grows with them. Nil for models and for total loss.
  private var burstLength: Double? {
    switch self {
    case .bursts(.one, _), .independent(.one), .gilbertElliott, .fourState: nil
    case .bursts(_, let length): length
    case .independent(let chance): 1 / (1 - chance.fraction)
    }
  }
}
