import Dispatch
import Netlink
import PathEngine
import Testing

@Suite("Which paths settle")
struct PathSettlingTests {
  static let ms: Int64 = 1_000_000
  static let good = NetworkPath(TestNetwork.healthy)
  static let lost = NetworkPath(TestNetwork.carrierLost)
  static let other = NetworkPath(TestNetwork.changed { $0.hasNameServer = false })

  @Test("the first at once, a loss after the one time, all others after the other")
  func times() {
    var settling = PathSettling(SettleTimes(up: .milliseconds(100), down: .milliseconds(300)))
    #expect(settling.take(Self.good, at: 0) == Self.good)
    #expect(settling.take(Self.other, at: 0) == nil)
    #expect(settling.settle(at: 99 * Self.ms) == nil)
    #expect(settling.settle(at: 100 * Self.ms) == Self.other)
    #expect(settling.take(Self.lost, at: 200 * Self.ms) == nil)
    #expect(settling.settle(at: 499 * Self.ms) == nil)
    #expect(settling.settle(at: 500 * Self.ms) == Self.lost)
    #expect(settling.settle(at: 900 * Self.ms) == nil)
  }

  @Test("each change begins the time again, the same path does not, and going back is no change")
  func restarts() {
    var settling = PathSettling(SettleTimes(up: .milliseconds(100), down: .milliseconds(100)))
    _ = settling.take(Self.good, at: 0)
    _ = settling.take(Self.other, at: 0)
    _ = settling.take(Self.lost, at: 50 * Self.ms)
    #expect(settling.settle(at: 149 * Self.ms) == nil)
    #expect(settling.take(Self.lost, at: 149 * Self.ms) == nil)
    #expect(settling.settle(at: 150 * Self.ms) == Self.lost)
    _ = settling.take(Self.good, at: 200 * Self.ms)
    _ = settling.take(Self.lost, at: 210 * Self.ms)
    #expect(settling.settle(at: 1000 * Self.ms) == nil)
    #expect(settling.settled == Self.lost)
  }

  @Test("without times all settle at once")
  func immediately() {
    var settling = PathSettling(.immediately)
    #expect(settling.take(Self.good, at: 0) == Self.good)
    #expect(settling.take(Self.lost, at: 0) == Self.lost)
    #expect(settling.take(Self.good, at: 0) == Self.good)
    #expect(settling.take(Self.good, at: 0) == nil)
  }

  @Test("a flap train of twelve raw changes settles once")
  func train() async throws {
    let script = try ScriptedNetwork([.wifi()])
    let raw = SettledPathMonitor(network: script.network, settle: .immediately)
    let settled = SettledPathMonitor(
      network: script.network, settle: SettleTimes(up: .milliseconds(500), down: .milliseconds(500)))
    let queue = DispatchQueue(label: "test")
    let counts = (raw: Count(), settled: Count())
    try raw.start(queue: queue) { _ in counts.raw.add() }
    try settled.start(queue: queue) { _ in counts.settled.add() }
    queue.sync {}
    #expect(counts.raw.value == 1 && counts.settled.value == 1)
    for flap in 0..<12 {
      script.change { $0["wlan0"]?.isUp = flap % 2 == 1 }
      script.advance(by: .milliseconds(150))
    }
    script.change { $0["wwan0"] = .cellular() }
    script.advance(by: .milliseconds(500))
    queue.sync {}
    // Twelve flaps and the new interface; of all that, the end has settled.
    #expect(counts.raw.value == 14 && counts.settled.value == 2)
    #expect(settled.path.interfaces.map(\.name) == ["wlan0", "wwan0"])
    raw.stop()
    settled.stop()
  }
}
