import Testing

@testable import Profiles

/// Profiles of all kinds, drawn from a seed.
struct RandomProfiles {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  private mutating func below(_ count: Int) -> Int { Int(numbers.next() % UInt64(count)) }
  private mutating func flip() -> Bool { numbers.next() & 1 == 0 }
  private mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }

  private mutating func chance(upTo most: Double = 1) -> Probability {
    Probability(fraction: Double(numbers.next() >> 11) * 0x1p-53 * most) ?? .zero
  }

  private mutating func duration(upTo most: Duration) -> Duration {
    .nanoseconds(1 + Int64(numbers.next() % UInt64(most.wholeNanoseconds)))
  }

  private mutating func loss() -> LossModel {
    switch below(4) {
    case 0: return .independent(chance())
    case 1:
      let ratio = chance(upTo: 0.99)
      // At least what the ratio needs, in hundredths so that it is written in few digits.
      let least = max(1, ratio.fraction / (1 - ratio.fraction))
      return .bursts(ratio: ratio, averageLength: (least * 100 + 1 + Double(below(1_000))).rounded(.up) / 100)
    case 2:
      return .gilbertElliott(
        GilbertElliottModel(
          becomesBad: chance(), becomesGood: chance(), lossInBad: chance(), lossInGood: chance()))
    default:
      return .fourState(
        FourStateModel(
          p13: chance(upTo: 0.5), p31: chance(upTo: 0.5), p32: chance(upTo: 0.5), p23: chance(), p14: chance(upTo: 0.5))
      )
    }
  }

  mutating func conditions() -> LinkConditions {
    var conditions = LinkConditions.none
    if flip() { conditions.rate = DataRate(bitsPerSecond: 8 + numbers.next() % 40_000_000_000 / 2) }
    if flip() { conditions.delay = duration(upTo: .longestDelay) }
    if flip() {
      conditions.jitter = Jitter(
        deviation: duration(upTo: .nanoseconds(2_147_483_647)),
        distribution: pick([.uniform, .normal, .pareto, .paretonormal]), correlation: flip() ? chance() : .zero)
    }
    conditions.keepsOrder = flip()
    if flip() { conditions.loss = loss() }
    if flip() { conditions.duplicate = chance() }
    if flip() { conditions.corrupt = chance() }
    if flip(), conditions.delay > .zero {
      conditions.reordering = Reordering(chance: chance(), gap: 1 + below(1_000))
      if conditions.reordering?.chance == .zero { conditions.reordering = nil }
    }
    if flip() {
      let depth: Queue.Depth =
        switch below(conditions.rate == nil ? 2 : 3) {
        case 0: .packets(1 + below(1_000_000))
        case 1: .bytes(1_514 + below(900_000_000))
        default: .time(duration(upTo: .longestDelay))
        }
      conditions.queue = Queue(depth: depth, kind: pick(Queue.Kind.allCases))
    }
    return conditions
  }

  mutating func profile() -> Profile {
    var profile = Profile(
      name: pick(["x", "\u{301}\"\u{301} \\\u{301}", "A \"b\" \\c", "Käse", "9 = {(;", "ein Tal/".filter { $0 != "/" }])
    )
    if flip() { profile.summary = pick(["One line.", "\"", "\\", "/* no comment */ // nor this"]) }
    if flip() { profile.downlink = conditions() }
    profile.uplink = flip() ? profile.downlink : conditions()
    if flip() { profile.dnsDelay = duration(upTo: .longestDelay) }
    profile.dnsFailure = pick([nil] + DNSFailure.allCases)
    profile.family = pick(ProtocolFamily.allCases)
    profile.interfaceType = pick(InterfaceType.allCases)
    if profile.interfaceType == .cellular { profile.radio = pick([nil] + RadioTechnology.allCases) }
    profile.isExpensive = flip()
    profile.isConstrained = flip()
    profile.linkState = pick(LinkState.allCases)
    return profile
  }
}

@Suite("Profiles written and read")
struct ProfileRoundTripTests {
  @Test("a profile of any kind survives being written and read", arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var profiles = RandomProfiles(seed: seed)
    for _ in 0..<25 {
      let profile = profiles.profile()
      let text = profile.propertyListText
      #expect(try Profile(propertyList: Array(text.utf8), file: "x") == profile, "\(text)")
    }
  }
}
