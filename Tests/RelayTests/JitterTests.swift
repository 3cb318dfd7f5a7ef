import Testing

@testable import Relay

@Suite("Jitter")
struct JitterTests {
  private static let millisecond: Int64 = 1_000_000
  private static let count = 10_000

  /// How long each of so many frames was in a link of 50 ms, in the order in which they were sent: one every second, so
  /// that none waits for another.
  private func delays(_ jitter: LaneJitter, seed: UInt64 = 1, count: Int = count) -> [Int64] {
    let probe = LaneProbe(LaneConditions(delayNanoseconds: 50 * Self.millisecond, jitter: jitter), seed: seed)
    var result: [Int64] = []
    for index in 0..<Int64(count) {
      let arrival = index * 1000 * Self.millisecond
      probe.offer(at: arrival)
      result += probe.drain().map { $0.due - arrival }
    }
    return result
  }

  /// Kolmogorov and Smirnov's distance between what came and a distribution.
  private func distance(_ values: [Int64], _ distribution: (Double) -> Double) -> Double {
    let sorted = values.sorted()
    var largest = 0.0
    for (index, value) in sorted.enumerated() {
      let asked = distribution(Double(value))
      largest = max(
        largest, asked - Double(index) / Double(sorted.count), Double(index + 1) / Double(sorted.count) - asked)
    }
    return largest
  }

  /// Which distance n independent values pass in 999 of 1000 cases: 1.95 / sqrt(n).
  private let limit = 1.95 / Double(count).squareRoot()

  @Test("without a table every difference up to the deviation is as likely", arguments: [1, 2, 3] as [UInt64])
  func uniform(seed: UInt64) {
    let got = delays(LaneJitter(deviationNanoseconds: 10 * Self.millisecond), seed: seed)
    #expect(got.allSatisfy { (40_000_000..<60_000_000).contains($0) })
    #expect(distance(got) { min(1, max(0, ($0 - 40e6) / 20e6)) } < limit)
  }

  @Test("a table gives its own distribution", arguments: [1, 2, 3] as [UInt64])
  func table(seed: UInt64) {
    // A triangle from -1 to 2 deviations with its peak at -1: P(x) = 1 - ((2 - x) / 3)^2, at the middle of each of 4096.
    let table = (0..<4096).map { index -> Int16 in
      let share = (Double(index) + 0.5) / 4096
      return Int16(((2 - 3 * (1 - share).squareRoot()) * 8192).rounded())
    }
    let got = delays(LaneJitter(deviationNanoseconds: 10 * Self.millisecond, table: table), seed: seed)
    let distance = distance(got) { delay in
      let x = min(2, max(-1, (delay - 50e6) / 10e6))
      return 1 - (2 - x) * (2 - x) / 9
    }
    // The table's own steps are 1/4096 at most.
    #expect(distance < limit + 1 / 4096.0)
  }

  @Test("correlation keeps the distribution, and neighbours resemble each other as asked", arguments: [0.25, 0.9])
  func correlation(asked: Double) {
    let jitter = LaneJitter(
      deviationNanoseconds: 10 * Self.millisecond, correlationFraction: UInt32(asked * 4_294_967_295))
    let got = delays(jitter, count: 100_000).map { Double($0) / 1e6 }
    let mean = got.reduce(0, +) / Double(got.count)
    let variance = got.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(got.count)
    let covariance =
      zip(got, got.dropFirst()).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) } / Double(got.count - 1)
    // (1 + c)/(1 - c) times fewer independent values: at 0.9 some 5000, which know the variance of a uniform distribution
    // to 1.3 % and the mean to 1.2 % of its deviation of 5.77 ms: four of each.
    #expect(abs(mean - 50) < 0.28)
    #expect(abs(variance - 100.0 / 3) < 100.0 / 3 * 0.06)
    #expect(abs(covariance / variance - asked) < 0.02)
  }

  @Test("each flow resembles its own frames only")
  func flows() {
    let jitter = LaneJitter(deviationNanoseconds: 10 * Self.millisecond, correlationFraction: .max)
    let probe = LaneProbe(LaneConditions(delayNanoseconds: 50 * Self.millisecond, jitter: jitter))
    for index in 0..<200 {
      probe.offer(at: Int64(index) * 1000 * Self.millisecond, flow: UInt64(7 + index % 2), number: index)
    }
    let delays = probe.drain().map { ($0.number % 2, $0.due - Int64($0.number) * 1000 * Self.millisecond) }
    // Correlated in full, a flow has one delay for all its frames.
    #expect(Set(delays.filter { $0.0 == 0 }.map(\.1)).count == 1)
    #expect(Set(delays.filter { $0.0 == 1 }.map(\.1)).count == 1)
    #expect(Set(delays.map(\.1)).count == 2)
  }

  @Test("a difference larger than the delay is cut at no delay; extremes do not overflow")
  func ends() {
    let wide = delays(LaneJitter(deviationNanoseconds: 200 * Self.millisecond), count: 1000)
    #expect(wide.min() == 0)
    let hour: Int64 = 3_600_000_000_000
    let longest = LaneJitter(deviationNanoseconds: hour, table: [.min, .max])
    #expect(longest.difference(0) == -4 * hour)
    #expect(longest.difference(.max) == Int64(32_767) * hour / 8192)
    let uniform = LaneJitter(deviationNanoseconds: hour)
    #expect(uniform.difference(0) == -hour)
    #expect(uniform.difference(0x8000_0000) == 0)
    // (2^32 - 1) / 2^32 of two hours, rounded down, less one.
    #expect(uniform.difference(.max) == hour - 1677)
    #expect(LaneJitter(deviationNanoseconds: 5, table: []).difference(0) == -5)
  }

  @Test("order is kept unless it is not to be")
  func order() {
    func exits(keepsOrder: Bool) -> (order: [Int], reordered: UInt64) {
      let probe = LaneProbe(
        LaneConditions(
          delayNanoseconds: 50 * Self.millisecond, jitter: LaneJitter(deviationNanoseconds: 10 * Self.millisecond),
          keepsOrder: keepsOrder))
      for index in 0..<1000 { probe.offer(at: Int64(index) * Self.millisecond) }
      let exits = probe.drain()
      #expect(zip(exits, exits.dropFirst()).allSatisfy { $0.due <= $1.due })
      return (exits.map(\.number), probe.counters.reordered)
    }
    let kept = exits(keepsOrder: true)
    #expect(kept.order == Array(0..<1000))
    #expect(kept.reordered == 0)
    let free = exits(keepsOrder: false)
    #expect(free.order.sorted() == Array(0..<1000))
    // Counted is each frame with one that came before it and left after it.
    var overtaking: UInt64 = 0
    var places = Array(repeating: 0, count: 1000)
    for (place, number) in free.order.enumerated() { places[number] = place }
    var furthest = -1
    for place in places {
      if place < furthest { overtaking += 1 }
      furthest = max(furthest, place)
    }
    #expect(overtaking > 100)
    #expect(free.reordered == overtaking)
  }
}
