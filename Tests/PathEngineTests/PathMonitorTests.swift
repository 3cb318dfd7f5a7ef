import Dispatch
import LinuxSystem
import Netlink
@testable import PathEngine
import Synchronization
import TestSupport
import Testing

/// The rules of the monitor, on a scripted source.
@Suite("A path monitor")
struct PathMonitorTests {
  struct Refused: Error, CustomStringConvertible { let description = "the script refuses" }

  static let lost: [NetlinkEvent] = [.linkChanged(TestNetwork.carrierLost.links[1])]
  static let back: [NetlinkEvent] = [.linkChanged(TestNetwork.healthy.links[1])]

  @Test("says the path once at the start, with nothing before it")
  func initial() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    let first = try await inbox.update(0)
    monitor.cancel()
    #expect(first.old == nil)
    #expect(first.new == NetworkPath(TestNetwork.healthy))
    #expect(first.events.isEmpty)
    #expect(first.firstEvidence <= first.decided && first.decided <= first.delivered)
    #expect(inbox.updates.count == 1)
  }

  @Test("says an unsatisfied path at the start too")
  func initiallyLost() async throws {
    let inbox = Inbox()
    let monitor = try inbox.monitor(try ScriptedPathSource(TestNetwork.carrierLost))
    try monitor.start()
    #expect(try await inbox.update(0).new.status == .unsatisfied)
    monitor.cancel()
  }

  @Test("says a new path with the old one and the events behind it")
  func change() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    _ = try await inbox.update(0)
    let told = MonotonicClock.now()
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    let second = try await inbox.update(1)
    monitor.cancel()
    #expect(second.old == NetworkPath(TestNetwork.healthy))
    #expect(second.new.reason == "wlan0 has no carrier")
    #expect(second.events.map(\.event) == Self.lost)
    #expect(second.events.first?.before == "carrier on, state up")
    #expect(second.events.first?.after == "carrier off, state lowerLayerDown")
    #expect(second.firstEvidence == second.events.first?.time)
    #expect(told <= second.firstEvidence)
    #expect(second.firstEvidence <= second.decided && second.decided <= second.delivered)
    #expect(inbox.all.events == second.events)
  }

  @Test("tells events that change nothing, and no path")
  func equal() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    _ = try await inbox.update(0)
    var link = TestNetwork.healthy.links[1]
    link.mtu = 1400
    source.announce([.linkChanged(link)], now: TestNetwork.changed { $0.links[1].mtu = 1400 })
    try await waitUntil("the event has been read") { source.reads >= 2 }
    // The batch that it began is over with this.
    monitor.lookAgain()
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    let second = try await inbox.update(1)
    monitor.cancel()
    // The update after the equal path comes second, and its evidence is its own.
    #expect(second.events.map(\.event) == Self.lost)
    #expect(inbox.all.events.count == 2)
  }

  @Test("looks once at events that come together")
  func batch() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    _ = try await inbox.update(0)
    let before = source.reads
    source.announce(Self.lost + Self.back + Self.lost, now: TestNetwork.carrierLost)
    #expect(try await inbox.update(1).events.count == 3)
    monitor.cancel()
    #expect(inbox.all.reads[1] == before + 1)
  }

  @Test("tells at once what can be used or no more, and the rest when the kernel has been silent for 1 ms")
  func leadingEdge() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    let first = try await inbox.update(0)
    // A name server more or less is no other way.
    let other = TestNetwork.changed { $0.hasNameServer.toggle() }
    let before = source.reads
    source.announce(Self.back, now: other)
    let second = try await inbox.update(1)
    #expect(second.new.supportsDNS != first.new.supportsDNS && second.new.status == .satisfied)
    #expect(second.delivered - second.firstEvidence >= 1_000_000)
    // The held look is the one that is told.
    #expect(inbox.all.reads[1] == before + 1)
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    let third = try await inbox.update(2)
    #expect(third.new.status == .unsatisfied && third.events.map(\.event) == Self.lost)
    monitor.cancel()
  }

  @Test("a flood of events makes a few looks, and the last of it is told")
  func flood() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    _ = try await inbox.update(0)
    let began = MonotonicClock.now()
    for number in 0..<1000 {
      source.announce(
        number % 2 == 0 ? Self.lost : Self.back, now: number % 2 == 0 ? TestNetwork.carrierLost : TestNetwork.healthy)
      Wait.sleep(nanoseconds: 50_000)
    }
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    try await waitUntil("the last is told") {
      inbox.all.events.count == 1001 && inbox.updates.last?.new.status == .unsatisfied
    }
    let milliseconds = Int((MonotonicClock.now() - began) / 1_000_000)
    monitor.cancel()
    // A batch that ends in silence takes at least 1 ms and is looked at twice at most; another takes 5 ms and is looked at once.
    #expect(source.reads <= 2 * milliseconds + 3)
    #expect(inbox.updates.count <= source.reads)
    #expect(zip(inbox.updates, inbox.updates.dropFirst()).allSatisfy { $0.new != $1.new })
  }

  @Test("looks again after an overrun, and follows on")
  func overrun() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    _ = try await inbox.update(0)
    source.announce([.overrun], now: TestNetwork.carrierLost)
    #expect(try await inbox.update(1).new.status == .unsatisfied)
    source.announce(Self.back, now: TestNetwork.healthy)
    let third = try await inbox.update(2)
    monitor.cancel()
    #expect(third.new.status == .satisfied)
    // Known from the reading after the overrun, since the event itself was lost.
    #expect(third.events.first?.before == "carrier off, state lowerLayerDown")
    #expect(inbox.all.failures.isEmpty)
  }

  @Test("reads again when a reading fails, without a further event")
  func failure() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    source.failNextSnapshot(Refused())
    try monitor.start()
    #expect(try await inbox.update(0).old == nil)
    source.failNextSnapshot(Refused())
    source.failNextSnapshot(Refused())
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    let second = try await inbox.update(1)
    monitor.cancel()
    #expect(second.new.status == .unsatisfied)
    #expect(second.events.map(\.event) == Self.lost)
    #expect(inbox.all.failures == Array(repeating: "the script refuses", count: 3))
    // Two readings failed, each followed by 100 ms of waiting.
    #expect(second.decided - second.firstEvidence >= 200_000_000)
  }

  @Test("cancel returns when the handler that runs has ended, and no other follows")
  func cancel() async throws {
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let calls = Calls()
    let monitor = try PathMonitor(source: source, overrides: InterfaceOverrides()) { _ in
      calls.began.store(true, ordering: .sequentiallyConsistent)
      calls.mayEnd.wait()
      calls.ended.add(1, ordering: .sequentiallyConsistent)
    }
    try monitor.start()
    try await waitUntil("the handler runs") { calls.began.load(ordering: .sequentiallyConsistent) }
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    let releaser = try OwnThread(name: "t-release") {
      // A monitor that is cancelled refuses to start. A cancel that does not wait is back long before 20 ms are over.
      while (try? monitor.start()) != nil { Wait.sleep(nanoseconds: 1_000_000) }  // refusing is the end of it
      Wait.sleep(nanoseconds: 20_000_000)
      calls.mayEnd.signal()
    }
    monitor.cancel()
    #expect(calls.ended.load(ordering: .sequentiallyConsistent) == 1)
    releaser.join()
    monitor.cancel()
    // The thread took none of what was announced.
    #expect(source.events() == Self.lost)
  }

  @Test("may be cancelled by its own handler")
  func cancelInside() async throws {
    let inbox = Inbox()
    let held = Held()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try PathMonitor(source: source, overrides: InterfaceOverrides()) { update in
      held.monitor.withLock { $0 }?.cancel()
      inbox.add(update)
    }
    held.monitor.withLock { $0 = monitor }
    try monitor.start()
    _ = try await inbox.update(0)
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    monitor.cancel()
    #expect(inbox.updates.count == 1)
    // The handler holds what holds the monitor: let go.
    held.monitor.withLock { $0 = nil }
  }

  @Test("started twice runs once")
  func twice() async throws {
    let inbox = Inbox()
    let source = try ScriptedPathSource(TestNetwork.healthy)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    try monitor.start()
    source.announce(Self.lost, now: TestNetwork.carrierLost)
    _ = try await inbox.update(after: 0, "the loss is said") { $0.status == .unsatisfied }
    monitor.cancel()
    #expect(inbox.updates.filter { $0.old == nil }.count == 1)
  }

  @Test("can't start again after cancel, and says what to do")
  func restart() throws {
    let inbox = Inbox()
    let monitor = try inbox.monitor(try ScriptedPathSource(TestNetwork.healthy))
    monitor.cancel()
    let error = try #require(throws: SystemError.self) { try monitor.start() }
    #expect("\(error)".hasSuffix("It was cancelled; make a new one."))
    #expect(inbox.updates.isEmpty)
  }

  @Test("ends when nothing holds it any more")
  func release() async throws {
    let inbox = Inbox()
    weak var source: ScriptedPathSource?
    do {
      let made = try ScriptedPathSource(TestNetwork.healthy)
      source = made
      let monitor = try inbox.monitor(made)
      try monitor.start()
      _ = try await inbox.update(0)
    }
    // The thread holds the source until it ends.
    try await waitUntil("the source is gone") { source == nil }
  }

  private final class Calls: Sendable {
    let began = Atomic(false)
    let ended = Atomic(0)
    let mayEnd = DispatchSemaphore(value: 0)
  }

  private final class Held: Sendable {
    let monitor = Mutex<PathMonitor?>(nil)
  }
}
