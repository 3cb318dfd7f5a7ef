import Foundation
import LinuxSystem
import Profiles
import Testing

@testable import Conditioner

@Suite("Calibration", .serialized)
struct CalibrationTests {
  private static func chance(_ percent: Double) -> Probability { Probability(percent: percent) ?? .zero }

  /// Frames sent every millisecond, and those that came: their number and how long each took.
  private func result(_ count: Int, _ arrivals: [(number: Int, took: Int64)], broken: Set<Int> = []) -> LinkMeter.Result
  {
    let sent = (0..<count).map { Int64($0) * 1_000_000 }
    return LinkMeter.Result(
      sent: sent,
      arrivals: arrivals.map { number, took in
        LinkMeter.Arrival(number: number, time: sent[number] + took, isWhole: !broken.contains(number))
      }.sorted { $0.time < $1.time }, missed: 0)
  }

  private func rows(
    _ question: CalibrationCase.Question, _ conditions: LinkConditions, _ result: LinkMeter.Result, length: Int = 60
  ) -> [CalibrationRow] {
    CalibrationCase(
      name: "test", question: question, conditions: conditions, count: result.sent.count, length: length,
      interval: 1_000_000
    ).rows(result, isSeeded: true)
  }

  @Test("the machine's load is that of the wrong condition with the largest share of late wakings, else of any")
  func worstLap() {
    func lap(_ wakings: Int, _ late: Int, isWrong: Bool) -> (load: MachineLoad, isWrong: Bool) {
      (MachineLoad(average: 9, processors: 2, wakings: wakings, lateWakings: late), isWrong)
    }
    let right = [lap(100, 50, isWrong: false), lap(400, 100, isWrong: false)]
    let wrong = [lap(100, 2, isWrong: true), lap(1000, 10, isWrong: true), lap(0, 0, isWrong: true)]
    let worst = Calibration.worst(right + wrong, now: 1.5)
    #expect(worst == MachineLoad(average: 1.5, processors: 2, wakings: 100, lateWakings: 2))
    #expect(Calibration.worst(right, now: nil)?.lateWakings == 50)
    #expect(Calibration.worst([], now: 1) == nil)
  }

  @Test(
    "intervals of a binomial distribution",
    arguments: [(0.001, 2...22), (0.01, 69...134), (0.05, 430...573), (0.1, 903...1100), (0.5, 4835...5165)])
  func intervals(chance: Double, expected: ClosedRange<Int>) {
    // Computed apart from this code, by log-gamma functions.
    #expect(BinomialInterval(count: 10_000, chance: chance, outside: 0.001).range == expected)
  }

  @Test("never and always have no interval")
  func ends() {
    #expect(BinomialInterval(count: 100, chance: 0, outside: 0.001).range == 0...0)
    #expect(BinomialInterval(count: 100, chance: 1, outside: 0.001).range == 100...100)
  }

  @Test("a delay is right up to 0.1 ms late in the middle and 0.5 ms at the end, and never early")
  func delay() {
    let conditions = LinkConditions(delay: .milliseconds(10))
    let right = rows(.delay, conditions, result(200, (0..<200).map { ($0, 10_000_000 + Int64($0) * 900) }))
    #expect(right.map(\.quantity) == [.delay, .delayP99])
    #expect(right.map(\.got) == [10_090_000, 10_178_200])
    #expect(right.allSatisfy { $0.isRight })
    let late = rows(.delay, conditions, result(200, (0..<200).map { ($0, $0 < 100 ? 10_050_000 : 10_600_000) }))
    #expect(late.map(\.isRight) == [false, false])
    let early = rows(.delay, conditions, result(200, (0..<200).map { ($0, 9_990_000) }))
    #expect(!early[0].isRight)
    let none = rows(.delay, conditions, result(200, []))
    #expect(none.allSatisfy { $0.got == nil && !$0.isRight })
  }

  @Test("loss, bursts, duplicates and corruption are counted")
  func shares() {
    // 100 of 1000 lost: in bursts of 4, 25 of them.
    let lost = (0..<1000).filter { $0 % 40 < 4 }
    let left = (0..<1000).filter { $0 % 40 >= 4 }.map { (number: $0, took: 0 as Int64) }
    let single = rows(.loss, LinkConditions(loss: .independent(Self.chance(10))), result(1000, left))
    #expect(single[0].got == 0.1 && single[0].isRight)
    // 99.9 % of 1000 at 10 %: 70 to 133, so a fifth lost is wrong.
    #expect(!rows(.loss, LinkConditions(loss: .independent(Self.chance(20))), result(1000, left))[0].isRight)
    let bursts = rows(
      .bursts, LinkConditions(loss: .bursts(ratio: Self.chance(10), averageLength: 4)), result(1000, left))
    #expect(bursts.map(\.got) == [0.1, 4])
    #expect(bursts.allSatisfy { $0.isRight })
    #expect(lost.count == 100)
    let all = (0..<1000).map { (number: $0, took: 0 as Int64) }
    let twice = rows(
      .duplicate, LinkConditions(duplicate: Self.chance(10)), result(1000, all + all.filter { $0.number % 10 == 0 }))
    #expect(twice[0].got == 0.1 && twice[0].isRight)
    let flipped = rows(
      .corrupt, LinkConditions(corrupt: Self.chance(10)),
      result(1000, all, broken: Set(stride(from: 0, to: 1000, by: 10))))
    #expect(flipped[0].got == 0.1 && flipped[0].isRight)
  }

  @Test("a frame that came before one sent earlier has overtaken")
  func reordering() {
    let conditions = LinkConditions(
      delay: .milliseconds(20), reordering: Reordering(chance: Self.chance(10)))
    let got = rows(.reorder, conditions, result(1000, (0..<1000).map { ($0, $0 % 10 == 5 ? 0 : 20_000_000) }))
    #expect(got[0].got == 0.1 && got[0].isRight)
  }

  @Test("a rate is that between the first and the last to come")
  func rate() {
    // 1514 bytes every millisecond: 12.112 Mbit/s.
    let frames = (0..<100).map { (number: $0, took: 5 as Int64) }
    let right = rows(.rate, LinkConditions(rate: .kilobits(12_112)), result(100, frames), length: 1514)
    #expect(right[0].got == 12_112_000 && right[0].isRight)
    #expect(!rows(.rate, LinkConditions(rate: .kilobits(12_300)), result(100, frames), length: 1514)[0].isRight)
    #expect(rows(.rate, LinkConditions(rate: .kilobits(1)), result(100, []), length: 1514)[0].got == nil)
  }

  @Test(
    "the delays of a distribution are told from those of another", arguments: [JitterDistribution.normal, .uniform])
  func jitter(distribution: JitterDistribution) {
    func conditions(_ distribution: JitterDistribution) -> LinkConditions {
      LinkConditions(
        delay: .milliseconds(50), jitter: Jitter(deviation: .milliseconds(10), distribution: distribution),
        keepsOrder: false)
    }
    // Every 2000th of the distribution once.
    let table = distribution.table ?? (0..<2000).map { Int16(($0 - 1000) * 8192 / 1000) }
    let delays = (0..<2000).map {
      (number: $0, took: 50_000_000 + Int64(table[$0 * table.count / 2000]) * 10_000_000 / 8192)
    }
    let got = result(2000, delays)
    #expect(rows(.jitter, conditions(distribution), got).allSatisfy { $0.isRight })
    let other: JitterDistribution = distribution == .uniform ? .normal : .uniform
    #expect(rows(.jitter, conditions(other), got).allSatisfy { !$0.isRight })
    #expect(rows(.jitter, conditions(.pareto), got).last?.isRight == false)
  }

  @Test("a frame of the meter is known again, whole or with any bit flipped, and no other is")
  func frames() {
    let frame = MeterFrame(length: 100, flow: 3)
    let bytes = frame.bytes(123_456_789)
    #expect(frame.read(bytes).map { $0 == (123_456_789, true) } == true)
    for bit in 0..<100 * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(frame.read(flipped).map { $0 == (123_456_789, false) } == true)
    }
    #expect(frame.read(Array(bytes.dropLast())) == nil)
    #expect(MeterFrame(length: 100, flow: 4).read(bytes)?.isWhole != true)
    #expect(frame.read([UInt8](repeating: 0, count: 100)) == nil)

    // In the memory of a call to the kernel it is the same frame, and read the same.
    let buffers = FrameBuffers(capacity: 100)
    frame.fill(buffers)
    for index in [0, 63] {
      frame.number(index, of: buffers, 123_456_789)
      #expect(buffers.bytes(index) == bytes)
      #expect(frame.read(index, of: buffers).map { $0 == (123_456_789, true) } == true)
    }
    for bit in 0..<100 * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      buffers.set(5, to: flipped)
      #expect(frame.read(5, of: buffers).map { $0 == (123_456_789, false) } == true)
    }
    buffers.set(5, to: Array(bytes.dropLast()))
    #expect(frame.read(5, of: buffers) == nil)
  }

  @Test("the grid asks for each quantity")
  func grid() {
    let none = LinkMeter.Result(sent: [0], arrivals: [], missed: 0)
    let quantities = Set(CalibrationCase.grid.flatMap { $0.rows(none, isSeeded: true).map(\.quantity) })
    #expect(quantities == Set(CalibrationRow.Quantity.allCases))
    #expect(Set(CalibrationCase.grid.map(\.name)).count == CalibrationCase.grid.count)
  }

  /// Measures a case, again where the machine was too busy to tell.
  private func measure(_ item: CalibrationCase) async throws -> [CalibrationRow] {
    for _ in 1...4 {
      let rows = try await Calibration.measure([item], options: LabOptions(engine: .userspace, seed: 7)).rows
      if !rows.contains(where: \.wasDisturbed) { return rows }
    }
    return try await Calibration.measure([item], options: LabOptions(engine: .userspace, seed: 7)).rows
  }

  @Test(
    "the userspace engine's loss, bursts, duplicates, reordering and corruption are what was asked for",
    arguments: CalibrationCase.grid.filter { !$0.asksForTimes && $0.question != .rate }.map(\.name))
  func chances(_ name: String) async throws {
    let item = try #require(CalibrationCase.grid.first { $0.name == name })
    // The seed is fixed and no clock matters: these hold on any machine.
    for row in try await measure(item) { #expect(row.isRight, "\(row)") }
  }

  @Test(
    "the userspace engine's delays, jitter and rates up to 100 Mbit/s are what was asked for",
    arguments: CalibrationCase.grid.filter {
      $0.asksForTimes
        || $0.question == .rate && $0.conditions.rate?.bitsPerSecond ?? 0 <= 100_000_000
    }.map(\.name))
  func times(_ name: String) async throws {
    let item = try #require(CalibrationCase.grid.first { $0.name == name })
    // The published bounds are for a release build on a machine that has time; `linkcond calibrate` and the benchmark hold
    // to them. This build's relay takes longer for a frame, so a delay may be as late as that frame without conditions is,
    // twice over: once for the work, once for the timer's waking up where that frame's arrival woke the relay.
    func wrong(_ rows: [CalibrationRow]) async throws -> [String] {
      let late = rows.filter { !$0.isRight }
      guard late.contains(where: { [.delay, .delayP99].contains($0.quantity) }) else { return late.map { "\($0)" } }
      let passage = try await measure(Self.passage)
      return late.compactMap { row in
        let usual = passage.first { $0.quantity == row.quantity }?.got ?? 0
        if let got = row.got, [.delay, .delayP99].contains(row.quantity), got >= row.asked,
          got <= row.allowed.upperBound + 2 * usual
        {
          return nil
        }
        return "\(row), \(usual) ns without conditions"
      }
    }
    var faults = try await wrong(measure(item))
    for _ in 0..<2 where !faults.isEmpty { faults = try await wrong(measure(item)) }
    if !faults.isEmpty {
      // More than twice as many that want to run as processors: each waits for others about as long as it runs.
      let load = try #require(LoadWatch.average)
      let processors = ProcessInfo.processInfo.activeProcessorCount
      if load > Double(2 * processors) {
        try Test.cancel("the machine is too busy to measure times: load \(load) on \(processors) processors")
      }
    }
    #expect(faults == [])
  }

  /// The same frames through a lab without conditions.
  private static let passage = CalibrationCase(
    name: "no conditions", question: .delay, conditions: LinkConditions(), count: 400, interval: 5_000_000)
}
