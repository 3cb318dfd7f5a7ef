import Netlink
import TestSupport
import Testing

@testable import PathEngine

/// A second interface stands by: for a moment the path is by neither.
@Suite("A path that is handed over")
struct HandoverTests {
  private static let standby: [RouteFacts] = [TestNetwork.route(.ipv4, via: "198.51.100.1", dev: 3, metric: 100)]

  private static func withStandby(_ snapshot: NetworkSnapshot, answers: Bool = false) -> NetworkSnapshot {
    var snapshot = snapshot
    snapshot.links.append(TestNetwork.link(3, "eth0"))
    snapshot.addresses.append(TestNetwork.address("198.51.100.2/24", on: 3))
    snapshot.routes += standby
    if answers { snapshot.answers = [TestNetwork.v4: .route(standby[0])] }
    return snapshot
  }

  private static let before = withStandby(TestNetwork.healthy)
  /// wlan0 has lost its carrier, and the kernel still answers with it.
  private static let between = withStandby(TestNetwork.carrierLost)
  private static let after = withStandby(TestNetwork.carrierLost, answers: true)

  @Test("the moment is told from a loss without a second interface, and from a path")
  func moments() {
    func isBetween(_ snapshot: NetworkSnapshot, _ constraint: InterfaceConstraint = .any) -> Bool {
      let overrides = InterfaceOverrides()
      return NetworkPath(snapshot, overrides: overrides, constraint: constraint)
        .isBetweenInterfaces(snapshot, overrides: overrides, constraint: constraint)
    }
    #expect(!isBetween(Self.before) && isBetween(Self.between) && !isBetween(Self.after))
    #expect(!isBetween(TestNetwork.carrierLost))
    #expect(!isBetween(Self.between, .named("wlan0")))
  }

  /// A monitor that has told its first path, and whose path is just lost to a carrier.
  private static func losing() async throws -> (inbox: Inbox, source: ScriptedPathSource, monitor: PathMonitor) {
    let inbox = Inbox()
    let source = try ScriptedPathSource(before)
    let monitor = try inbox.monitor(source)
    try monitor.start()
    _ = try await inbox.update(0)
    source.announce([.linkChanged(between.links[1])], now: between)
    return (inbox, source, monitor)
  }

  @Test("the loss in between is not told unless it lasts")
  func short() async throws {
    let (inbox, source, monitor) = try await Self.losing()
    try await waitUntil("the moment has been seen") { source.reads >= 2 }
    source.announce([.linkChanged(Self.after.links[1])], now: Self.after)
    let last = try await inbox.update(after: 1, "the path is by eth0") { $0.interfaces.first?.name == "eth0" }
    monitor.cancel()
    #expect(last.new.status == .satisfied)
    // A test that gets no time for 20 ms has made it last.
    for update in inbox.updates where update.new.status == .unsatisfied {
      #expect(update.delivered - update.firstEvidence >= PathFollower.handover)
    }
  }

  @Test("where the kernel goes on to send into the lost carrier, that is told after 20 ms")
  func lasting() async throws {
    let (inbox, _, monitor) = try await Self.losing()
    let lost = try await inbox.update(1)
    monitor.cancel()
    #expect(lost.new.status == .unsatisfied && lost.new.reason == "wlan0 has no carrier")
    #expect(lost.delivered - lost.firstEvidence >= PathFollower.handover)
  }
}
