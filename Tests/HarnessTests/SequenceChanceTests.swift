import Conditioner
import Profiles
import ReachabilityKit
import Testing

@testable import Harness

/// What is left to chance where packets are lost by no seed, as netem before Linux 6.6 does: how likely a run's probe has
/// another sequence of statuses than most runs have. With a seed the same packets are lost, and what is left of chance is
/// computed by ``SequenceMarginTests``.
@Suite("The chance of another sequence")
struct SequenceChanceTests {
  /// More than this and runs are not repeatable without a seed.
  private static let limit = 0.001
  /// So that one other run among them is as much as the limit.
  private static let runs = 1_000

  /// Those whose loss is partial, so that the rule may or may not be met: only a seed makes them the same each time.
  private static let needSeed: Set<String> = [
    "Lossy Wi-Fi", "Very Bad Network", "Flapping Wi-Fi", "Slow Degradation", "Train Tunnel", "Satellite",
    "Wi-Fi to Cellular",
    "Elevator",
  ]

  /// A generator of its own, so that the numbers are the same everywhere: Knuth's MMIX, the upper half of 64 bits.
  private struct Numbers {
    var state: UInt64
    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 32) / 4_294_967_296
    }
  }

  /// One direction's loss: by chance, or in bursts.
  private struct Loss {
    var isBad = false

    mutating func takes(_ model: LossModel, _ numbers: inout Numbers) -> Bool {
      guard case .bursts(let ratio, let length) = model,
        let gilbert = LossModel.gilbert(ratio: ratio, averageLength: length)
      else {
        isBad = false
        return numbers.next() < model.average.fraction
      }
      isBad = numbers.next() < (isBad ? 1 - gilbert.becomesGood.fraction : gilbert.becomesBad.fraction)
      return isBad
    }
  }

  /// The statuses of one simulated run: echoes and name look-ups at their times, each lost as the conditions of then say.
  ///
  /// - Parameter late: How much later than planned all answers come, in nanoseconds.
  private static func sequence(_ plan: RunPlan, seed: UInt64, late: Int64 = 0) -> [ProbeStatus] {
    var configuration = ProbeConfiguration(targets: [])
    configuration.apply(plan.probe)
    var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
    var (up, down) = (Loss(), Loss())
    var held: [(name: String, profile: Profile)] = plan.interfaces.map { ($0.name, .unconditioned) }
    var changes = plan.changes[...]
    var results: [ProbeResult] = []
    let interval = configuration.interval.wholeNanoseconds
    for (count, time) in stride(
      from: plan.probe.phase.wholeNanoseconds, to: plan.end.wholeNanoseconds, by: Int64.Stride(interval)
    ).enumerated() {
      while let change = changes.first, change.time.wholeNanoseconds <= time {
        if let place = held.firstIndex(where: { $0.name == change.interface }) { held[place].profile = change.profile }
        changes.removeFirst()
      }
      let carrier = held.first { $0.profile.linkState == .up }?.profile
      let isNameDue = count.isMultiple(of: Int(configuration.dnsInterval.wholeNanoseconds / interval))
      for kind in isNameDue ? [ProbeKind.icmpEcho, .dns] : [.icmpEcho] {
        var isLost = true
        if let carrier {
          isLost = up.takes(carrier.uplink.loss, &numbers)
          isLost = down.takes(carrier.downlink.loss, &numbers) || isLost
        }
        let delay = ((carrier?.uplink.delay ?? .zero) + (carrier?.downlink.delay ?? .zero)).wholeNanoseconds + late
        let limit = kind == .dns ? configuration.dnsTimeout : configuration.timeout
        let isAnswered = !isLost && delay < limit.wholeNanoseconds
        results.append(
          ProbeResult(
            sequence: results.count, kind: kind, target: "203.0.113.1", outcome: isAnswered ? .reply : .timeout,
            sent: time, ended: time + (isAnswered ? delay : limit.wholeNanoseconds), rtt: isAnswered ? delay : nil))
      }
    }
    var rule = ProbeRule(
      missesToGoDown: configuration.missesToGoDown, successesToComeUp: configuration.successesToComeUp)
    let end = plan.end.wholeNanoseconds
    return results.filter { $0.ended < end }.sorted { ($0.ended, $0.sequence) < ($1.ended, $1.sequence) }
      .compactMap { rule.observe($0)?.to }
  }

  private static let plans =
    BundledProfiles.all.map { RunPlan($0, phases: HarnessPhases()) }
    + BundledScenarios.all.map { RunPlan($0, seed: 11) }

  @Test("is nothing where no packet or every packet is lost, and where it is more than 0.1 % a seed is needed")
  func chances() {
    var found: Set<String> = []
    for plan in Self.plans {
      let isPartial = plan.changes.contains { change in
        [change.profile.uplink, change.profile.downlink].contains { (1e-9..<1).contains($0.loss.average.fraction) }
      }
      // Without partial loss nothing is drawn, and two runs say as much as all.
      let runs = isPartial ? Self.runs : 2
      var counts: [[ProbeStatus]: Int] = [:]
      for seed in 1...UInt64(runs) { counts[Self.sequence(plan, seed: seed), default: 0] += 1 }
      let chance = 1 - Double(counts.values.max() ?? 0) / Double(runs)
      if !isPartial { #expect(chance == 0, "\(plan.title)") }
      if chance >= Self.limit { found.insert(plan.title) }
      if isPartial {
        print("\(plan.title): another sequence in \((chance * 1_000).rounded() / 10) % of runs without a seed")
      }
    }
    #expect(found == Self.needSeed)
  }

  /// Whether an answer that comes late by `late` comes behind an echo's end of waiting that it was to come before.
  private static func changesPlaces(_ plan: RunPlan, late: Int64) -> Bool {
    var configuration = ProbeConfiguration(targets: [])
    configuration.apply(plan.probe)
    let crossings = ProbeCrossings(plan).all
    let deadlines = Set(
      crossings.filter { $0.place == .client && $0.kind == .icmpEcho }
        .map { $0.sent + configuration.timeout.wholeNanoseconds })
    return crossings.filter { $0.place == .answer }.contains { answer in
      deadlines.contains { (answer.time...answer.time + late).contains($0) }
    }
  }

  /// Echoes are given up at times that no thread decides (``EchoesInFlight``); answers come as late as the threads that carry
  /// them, 5 ms where one of them is as late as it may be in a run that does not say it was starved. Where no answer comes
  /// to lie behind the end of an echo's waiting by that, their order and so the sequence stays.
  @Test("answers that are 5 ms late change the sequence in less than 0.1 % of runs")
  func lateAnswers() {
    let late: Int64 = 5_000_000
    for plan in Self.plans where Self.needSeed.contains(plan.title) && Self.changesPlaces(plan, late: late) {
      let others = (1...UInt64(Self.runs)).filter {
        Self.sequence(plan, seed: $0) != Self.sequence(plan, seed: $0, late: late)
      }
      let chance = Double(others.count) / Double(Self.runs)
      #expect(chance < Self.limit, "\(plan.title): \(others)")
    }
  }
}
