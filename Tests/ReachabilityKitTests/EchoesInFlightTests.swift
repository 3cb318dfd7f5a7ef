import Testing

@testable import ReachabilityKit

/// Times are milliseconds.
@Suite("Echoes in flight")
struct EchoesInFlightTests {
  private static func milliseconds(_ time: Int64) -> Int64 { time * 1_000_000 }

  /// What happens: an echo that was due and sent, an answer that is read, a look at what to give up.
  enum Step: Sendable {
    case sent(Int, due: Int64, at: Int64)
    case answer(Int, at: Int64)
    case look(at: Int64)
  }

  /// Echoes are waited for 2 s and recognised for 10 s.
  private static func events(_ steps: [Step]) -> [String] {
    var echoes = EchoesInFlight(timeout: milliseconds(2_000), lateness: milliseconds(10_000))
    return steps.flatMap { step -> [EchoesInFlight.Event] in
      switch step {
      case .sent(let sequence, let due, let sent):
        echoes.add(sequence, due: milliseconds(due), sent: milliseconds(sent))
        return []
      case .answer(let sequence, let time): return echoes.answer(sequence, received: milliseconds(time))
      case .look(let time): return echoes.giveUp(at: milliseconds(time))
      }
    }.map { event in
      switch event {
      case .missed(let echo, let time): "\(echo.sequence) missed \(time / 1_000_000)"
      case .answered(let echo, let time, let isLate):
        "\(echo.sequence) answered \(time / 1_000_000)\(isLate ? " late" : "")"
      }
    }
  }

  static let cases: [(name: String, steps: [Step], events: [String])] = [
    ("answered", [.sent(1, due: 0, at: 0), .answer(1, at: 100), .look(at: 5_000)], ["1 answered 100"]),
    ("missed", [.sent(1, due: 0, at: 0), .look(at: 1_999), .look(at: 2_000)], ["1 missed 2000"]),
    ("an answer just in time", [.sent(1, due: 0, at: 0), .answer(1, at: 2_000)], ["1 answered 2000"]),
    (
      "one just too late", [.sent(1, due: 0, at: 0), .answer(1, at: 2_001)], ["1 missed 2000", "1 answered 2001 late"]
    ),
    (
      "one after it was given up", [.sent(1, due: 0, at: 0), .look(at: 2_001), .answer(1, at: 2_500)],
      ["1 missed 2001", "1 answered 2500 late"]
    ),
    (
      "one that was forgotten", [.sent(1, due: 0, at: 0), .look(at: 10_000), .answer(1, at: 10_001)], ["1 missed 10000"]
    ),
    ("one twice", [.sent(1, due: 0, at: 0), .answer(1, at: 100), .answer(1, at: 101)], ["1 answered 100"]),
    ("one to nothing", [.answer(7, at: 100)], []),
    ("one before its sending, by another clock", [.sent(1, due: 0, at: 5), .answer(1, at: 4)], ["1 answered 5"]),
    // Every 500 ms one is sent, and answers take 1001 ms: what was to be given up at 2000 comes before the answer of 2001,
    // although the thread looked at 2004 only and read the answer first.
    (
      "given up before an answer that is read first",
      [
        .sent(1, due: 0, at: 0), .sent(2, due: 500, at: 500), .sent(3, due: 1_000, at: 1_000), .answer(3, at: 2_001),
        .look(at: 2_004),
      ], ["1 missed 2000", "3 answered 2001"]
    ),
    (
      "nothing is given up before an answer of the same moment",
      [.sent(1, due: 0, at: 0), .sent(3, due: 1_000, at: 1_000), .answer(3, at: 2_000), .look(at: 2_000)],
      ["3 answered 2000", "1 missed 2000"]
    ),
    // However late a thread sent it, what comes first stays first.
    (
      "sent late by a little", [.sent(1, due: 0, at: 10), .sent(3, due: 1_000, at: 1_000), .answer(3, at: 2_001)],
      ["1 missed 2000", "3 answered 2001"]
    ),
    (
      "sent late by more", [.sent(1, due: 0, at: 11), .sent(3, due: 1_000, at: 1_000), .answer(3, at: 2_001)],
      ["3 answered 2001"]
    ),
    (
      "several given up, in their order",
      [.sent(2, due: 100, at: 100), .sent(1, due: 0, at: 0), .sent(3, due: 200, at: 200), .look(at: 9_000)],
      ["1 missed 9000", "2 missed 9000", "3 missed 9000"]
    ),
  ]

  @Test("what is missed and answered comes out in the order in which it happened", arguments: cases.indices)
  func order(_ index: Int) {
    let test = Self.cases[index]
    #expect(Self.events(test.steps) == test.events, "\(test.name)")
  }

  @Test("the next deadline is that of what is still waited for")
  func nextDeadline() {
    var echoes = EchoesInFlight(timeout: 2_000, lateness: 10_000)
    #expect(echoes.nextDeadline == nil)
    echoes.add(1, due: 0, sent: 0)
    echoes.add(2, due: 500, sent: 500)
    #expect(echoes.nextDeadline == 2_000)
    #expect(echoes.giveUp(at: 2_000).count == 1)
    #expect(echoes.nextDeadline == 2_500)
    #expect(echoes.answer(2, received: 700).count == 1)
    #expect(echoes.nextDeadline == nil)
  }
}
