import Testing

@testable import ReachabilityKit

/// Times are milliseconds.
@Suite("A race of addresses")
struct ProbeRaceTests {
  /// A race by reference: an expectation may then call what changes it.
  private final class Runner {
    var race: ProbeRace
    private var sequence = 0

    init(_ count: Int) { race = ProbeRace(count: count, headStart: 250, at: 1000) }

    /// Asks whoever's turn it is; which address that was.
    func turn(_ now: Int64) -> Int? {
      guard let index = race.turn(at: now) else { return nil }
      race.note(sequence)
      sequence += 1
      return index
    }

    func result(_ sequence: Int, _ outcome: ProbeOutcome, sent: Int64, ended: Int64, isLate: Bool = false)
      -> ProbeResult?
    {
      race.observe(
        ProbeResult(
          sequence: sequence, kind: .http, target: "", outcome: outcome, sent: sent, ended: ended, rtt: nil,
          isLate: isLate))
    }
  }

  @Test(
    "the second address is asked after the head start, and the first answer counts, whose ever it is",
    arguments: [0, 1])
  func headStart(first: Int) throws {
    let runner = Runner(2)
    #expect(runner.turn(999) == nil)
    #expect(runner.turn(1000) == 0)
    #expect(runner.turn(1249) == nil && runner.race.nextDue == 1250)
    #expect(runner.turn(1250) == 1)
    #expect(runner.turn(9999) == nil && runner.race.nextDue == nil)
    let verdict = try #require(runner.result(first, .reply, sent: 1000 + Int64(first) * 250, ended: 1300))
    #expect(verdict.sequence == first && verdict.outcome == .reply)
    // The other one's end says nothing any more.
    #expect(!runner.race.isOver)
    #expect(runner.result(1 - first, .reply, sent: 1000, ended: 1400) == nil)
    #expect(runner.race.isOver)
  }

  @Test("an answer within the head start leaves the second address alone")
  func early() {
    let runner = Runner(2)
    _ = runner.turn(1000)
    #expect(runner.result(0, .reply, sent: 1000, ended: 1010)?.outcome == .reply)
    #expect(runner.turn(2000) == nil && runner.race.isOver && runner.race.asked == 1)
  }

  @Test(
    "an address that fails gives its turn on at once",
    arguments: [ProbeOutcome.refused, .unreachable, .portal, .timeout])
  func failure(outcome: ProbeOutcome) {
    let runner = Runner(2)
    _ = runner.turn(1000)
    #expect(runner.result(0, outcome, sent: 1000, ended: 1001) == nil)
    #expect(runner.turn(1001) == 1)
    #expect(runner.result(1, .reply, sent: 1001, ended: 1005)?.sequence == 1)
  }

  @Test("it is a miss when all have failed: the first one's, ended when the last did")
  func miss() throws {
    let runner = Runner(3)
    _ = runner.turn(1000)
    _ = runner.turn(1250)
    #expect(runner.result(1, .refused, sent: 1250, ended: 1260) == nil)
    #expect(runner.turn(1260) == 2)
    #expect(runner.result(2, .timeout, sent: 1260, ended: 3260) == nil)
    // Already given up, and answered after all: it counts no more than in any other case.
    #expect(runner.result(2, .reply, sent: 1260, ended: 3300, isLate: true) == nil)
    let verdict = try #require(runner.result(0, .unreachable, sent: 1000, ended: 3500))
    #expect(verdict.sequence == 0 && verdict.outcome == .unreachable && verdict.sent == 1000 && verdict.ended == 3500)
    #expect(runner.race.isOver)
  }

  @Test("results of other probes, and of one twice, are left out")
  func strangers() {
    let runner = Runner(1)
    _ = runner.turn(1000)
    #expect(runner.result(7, .reply, sent: 1000, ended: 1001) == nil)
    #expect(runner.result(0, .refused, sent: 1000, ended: 1001)?.outcome == .refused)
    #expect(runner.result(0, .reply, sent: 1000, ended: 1002) == nil)
  }

  @Test(
    "families take turns, the first one's first",
    arguments: [
      ([], []), (["::1"], ["::1"]), (["::1", "::2", "1.1.1.1"], ["::1", "1.1.1.1", "::2"]),
      (["1.1.1.1", "2.2.2.2", "::1", "::2", "::3"], ["1.1.1.1", "::1", "2.2.2.2", "::2", "::3"]),
      (["1.1.1.1", "2.2.2.2"], ["1.1.1.1", "2.2.2.2"]),
    ])
  func order(given: [String], expected: [String]) { #expect(ProbeRace.order(given) == expected) }
}
