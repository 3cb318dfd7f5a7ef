import Dispatch
import PathEngine
import Synchronization
import TestSupport
import Testing

@testable import ReachabilityKit

@Suite("A monitor of three layers")
struct LayeredMonitorTests {
  /// The probes, as the test tells them.
  private final class Script: VerdictSource {
    private let calls = Mutex<[String]>([])
    private let decide = Mutex<(@Sendable (ProbeDecision) -> Void)?>(nil)

    var all: [String] { calls.withLock { $0 } }
    func use(_ onDecision: @escaping @Sendable (ProbeDecision) -> Void) { decide.withLock { $0 = onDecision } }
    func start() { calls.withLock { $0.append("start") } }
    func probeAgain(forgetting: Bool) { calls.withLock { $0.append(forgetting ? "forget" : "again") } }
    func cancel() { calls.withLock { $0.append("cancel") } }

    func tell(_ status: ProbeStatus, sent: Int64, decided: Int64) {
      let decision = ProbeDecision(
        from: nil, to: status, firstEvidence: decided, firstEvidenceSent: sent, decided: decided, sequences: [],
        reason: "so the script")
      decide.withLock { $0 }?(decision)
    }
  }

  private let script = Script()
  private let queue = DispatchQueue(label: "test")
  private let received = Received<LayeredStatus>()

  private func monitor(_ network: ScriptedNetwork, down: Duration = .seconds(2)) -> LayeredMonitor {
    LayeredMonitor(network: network.network, settle: SettleTimes(up: .zero, down: down)) { [script] onDecision in
      script.use(onDecision)
      return script
    }
  }

  @Test("keeps path, settled path and verdict apart, each with its time and reason")
  func layers() throws {
    let network = try ScriptedNetwork([.wifi()])
    let monitor = monitor(network)
    try monitor.start(queue: queue) { [received] in received.add($0) }
    // From the follower's first look on events are told with what they changed.
    network.network.lookAgain()
    queue.sync {}
    #expect(script.all == ["start"])
    #expect(monitor.status.path.value?.status == .satisfied)
    #expect(monitor.status.settledPath.value?.status == .satisfied)
    #expect(monitor.status.internet.value == nil)

    network.advance(by: .seconds(1))
    script.tell(.degraded, sent: 900_000_000, decided: 1_000_000_000)
    #expect(monitor.status.internet == StatusLayer(.degraded, since: 1_000_000_000, reason: "so the script"))
    #expect(monitor.status.path.since == 0)

    network.advance(by: .seconds(1))
    network.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(script.all == ["start", "forget"])
    #expect(monitor.status.path.value?.status == .unsatisfied)
    #expect(monitor.status.path.since == 2_000_000_000)
    #expect(monitor.status.path.reason.contains("because wlan0: up"))
    #expect(monitor.status.settledPath.value?.status == .satisfied)
    #expect(monitor.status.internet.value == nil && monitor.status.internet.since == 2_000_000_000)

    // A slow answer of the old network, and one of the new.
    script.tell(.online, sent: 1_900_000_000, decided: 2_100_000_000)
    #expect(monitor.status.internet.value == nil)
    script.tell(.offline, sent: 2_000_000_000, decided: 2_200_000_000)
    #expect(monitor.status.internet.value == .offline)

    network.advance(by: .seconds(2))
    queue.sync {}
    #expect(monitor.status.settledPath.value?.status == .unsatisfied)
    #expect(monitor.status.settledPath.since == 4_000_000_000)
    queue.sync {}
    #expect(received.all.last == monitor.status)
    // Each status was told once.
    #expect(zip(received.all, received.all.dropFirst()).allSatisfy { $0 != $1 })

    monitor.stop()
    let count = received.all.count
    #expect(script.all.last == "cancel")
    network.change { $0["wlan0"]?.isUp = true }
    script.tell(.online, sent: 9_000_000_000, decided: 9_000_000_000)
    queue.sync {}
    #expect(received.all.count == count)
  }

  @Test("a path that only gains a detail keeps the verdict")
  func detail() throws {
    let network = try ScriptedNetwork([.wifi()])
    let monitor = monitor(network)
    try monitor.start(queue: queue) { [received] in received.add($0) }
    script.tell(.online, sent: 0, decided: 0)
    network.change { $0.nameServers = [] }
    #expect(monitor.status.path.value?.supportsDNS == false)
    #expect(monitor.status.internet.value == .online)
    #expect(script.all == ["start"])
    monitor.stop()
  }

  @Test("a flap within the settle time is never settled, and starting again begins from nothing")
  func flap() throws {
    let network = try ScriptedNetwork([.wifi()])
    let monitor = monitor(network)
    try monitor.start(queue: queue) { [received] in received.add($0) }
    for isUp in [false, true, false, true] {
      network.change { $0["wlan0"]?.isUp = isUp }
      network.advance(by: .seconds(1))
    }
    queue.sync {}
    #expect(Set(received.all.compactMap(\.settledPath.value?.status)) == [.satisfied])
    #expect(Set(received.all.compactMap(\.path.value?.status)) == [.satisfied, .unsatisfied])
    try monitor.start(queue: queue) { [received] in received.add($0) }
    #expect(script.all.suffix(2) == ["cancel", "start"])
    #expect(monitor.status.internet.value == nil)
    monitor.stop()
  }

  @Test("without a probe the verdict stays unknown, and a monitor nobody holds ends")
  func lifetime() async throws {
    let network = try ScriptedNetwork([.wifi()])
    weak var weakMonitor: LayeredMonitor?
    do {
      let monitor = LayeredMonitor(network: network.network, probing: nil)
      weakMonitor = monitor
      try monitor.start(queue: queue) { [received] in received.add($0) }
      queue.sync {}
      #expect(monitor.status.internet.value == nil)
    }
    // The thread that follows may hold it for the length of a call.
    try await waitUntil("the monitor is gone") { weakMonitor == nil }
    let count = received.all.count
    network.change { $0.interfaces = [] }
    queue.sync {}
    #expect(received.all.count == count)
  }

  @Test("statuses come as a sequence, which holds its monitor until it is let go")
  func sequence() async throws {
    let network = try ScriptedNetwork([.wifi()])
    weak var weakMonitor: LayeredMonitor?
    do {
      let monitor = self.monitor(network)
      weakMonitor = monitor
      let statuses = monitor.statuses
      network.change { $0.interfaces = [] }
      for try await status in statuses where status.path.value?.status == .unsatisfied { break }
    }
    #expect(script.all == ["start", "forget", "cancel"])
    // The thread that follows may hold it for the length of a call.
    try await waitUntil("the monitor is gone") { weakMonitor == nil }
  }
}
