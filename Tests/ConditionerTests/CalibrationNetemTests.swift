import Dispatch
import Glibc
import LinuxSystem
import Profiles
import Synchronization
import Testing

@testable import Conditioner

@Suite(
  "Calibration, kernel engine",
  .enabled(
    if: getenv("LINKCOND_NETEM") != nil, "this kernel may lack netem; scripts/with-netem runs these on one that has it"),
  .serialized)
struct CalibrationNetemTests {
  /// All but what user-mode Linux has no processor for: 100 Mbit/s of frames and a quarter more, sent and counted there.
  private static let cases = CalibrationCase.grid.filter { $0.conditions.rate?.bitsPerSecond ?? 0 <= 10_000_000 }

  private func measure(_ name: String) async throws -> [CalibrationRow] {
    let item = try #require(Self.cases.first { $0.name == name })
    // A single frame at 1 kbit/s waits for what a new interface says in its first second: 3 s of another case come before.
    let before = item.question == .firstDelay ? [Self.cases[0]] : []
    let rows = try await Calibration.measure(before + [item], options: LabOptions(engine: .kernel)).rows
    return rows.filter { $0.conditions == item.name }
  }

  /// How late a thread's own timers are there, in nanoseconds: half of them and 99 of 100 of those that sleep 10 ms.
  private func timers() throws -> (median: Double, p99: Double) {
    let late = Mutex<[Int64]>([])
    let enough = DispatchSemaphore(value: 0)
    let thread = try SleepingThread(name: "timers", period: 10_000_000) { due, woke in
      let count = late.withLock { late in
        late.append(woke - due)
        return late.count
      }
      if count == 200 { enough.signal() }
    }
    enough.wait()
    thread.stop()
    let sorted = late.withLock { $0.sorted() }
    return (Double(sorted[sorted.count / 2]), Double(sorted[sorted.count * 99 / 100]))
  }

  @Test(
    "netem's chances and its rates up to 10 Mbit/s are what was asked for",
    arguments: cases.filter { !$0.asksForTimes || $0.question == .firstDelay }.map(\.name))
  func chances(_ name: String) async throws {
    // The kernel's own chances have no seed, so their bounds are such that one in a million right runs is called wrong. It is
    // measured again where the process that user-mode Linux is may have had no processor: what is to be sent meanwhile is
    // sent at once then, and finds its queues full.
    var rows = try await measure(name)
    for _ in 1...2 where !rows.allSatisfy(\.isRight) {
      print("\(name): measured again, in case the machine was busy: \(rows)")
      rows = try await measure(name)
    }
    for row in rows { #expect(row.isRight, "\(row)") }
  }

  @Test(
    "netem's delays and distributions are within the bounds of the userspace engine",
    .enabled(
      if: getenv("LINKCOND_FULL") != nil,
      "wants a machine that does nothing else; scripts/test --full sets LINKCOND_FULL"),
    arguments: cases.filter { [.delay, .jitter].contains($0.question) }.map(\.name))
  func times(_ name: String) async throws {
    var wrong: [CalibrationRow] = []
    for _ in 1...5 {
      let rows = try await measure(name)
      for row in rows { print("\(name): \(row.quantity) \(row.got ?? -1), asked \(row.asked)") }
      wrong = rows.filter { !$0.isRight }
      if wrong.isEmpty { return }
    }
    // netem's timers are no better than those of the machine that it runs on.
    let timers = try timers()
    if timers.median > 100_000 || timers.p99 > 500_000 {
      try Test.cancel("this machine's own timers are late by \(timers.median) ns, 1 of 100 by \(timers.p99) ns")
    }
    for row in wrong {
      Issue.record("\(row); own timers are late by \(timers.median) ns, 1 of 100 by \(timers.p99) ns")
    }
  }
}
