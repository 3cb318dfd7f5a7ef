import Profiles
import Record
import Testing

@testable import Harness

/// A program under test that a signal ended.
@Suite("Crashes of the program under test")
struct CrashTests {
  @Test(
    "a signal that the harness did not send is a failure of its own, unless an exit names it",
    arguments: [
      (AppExited(signal: 11), "exit 0", true), (AppExited(signal: 6), "probe transitions <= 1", true),
      (AppExited(signal: 9), "exit 0", true), (AppExited(signal: 15), "exit 0", true),
      (AppExited(signal: 11), "exit 139", false), (AppExited(signal: 11), "exit 134", true),
      (AppExited(signal: 15, asked: true), "exit 0", false), (AppExited(signal: 9, asked: true), "exit 0", false),
      (AppExited(signal: 2, asked: true), "exit 0", false), (AppExited(signal: 11, asked: true), "exit 0", true),
      (AppExited(code: 139), "exit 0", false), (AppExited(code: 1, asked: true), "exit 0", false),
    ])
  func crashes(exit: AppExited, expectation: String, isCrash: Bool) throws {
    let event = RecordEvent(t: 2_100_000_000, n: 5, run: "r", payload: .appExited(exit))
    let results = ExpectationCheck([event], end: 3_000_000_000).results([try Profiles.Expectation(text: expectation)])
    #expect(results.count == (isCrash ? 2 : 1))
    #expect(
      ExpectationCheck([event], end: 3_000_000_000).crash([])?.evidence
        == (exit.signal == nil || exit.asked == true && exit.signal != 11 ? nil : [5]))
  }

  @Test("a crash is told with the signal's name, when it was, and how to ask for it")
  func crashText() throws {
    let event = RecordEvent(t: 2_100_000_000, n: 5, run: "r", payload: .appExited(AppExited(signal: 11)))
    let result = try #require(ExpectationCheck([event], end: 3_000_000_000).results([]).first)
    #expect(result.name == "no crash" && !result.passed)
    #expect(
      result.observed == """
        signal 11 (SIGSEGV, segmentation fault) ended it at 2.1 s; if it ought to, say so with --expect 'exit 139'
        """)
  }
}
