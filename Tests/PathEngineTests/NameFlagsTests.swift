import Netlink
import PathEngine
import Synchronization
import Testing

/// By name, on a script with a clock of its own.
@Suite("Reachability flags by name")
struct NameFlagsTests {
  let script: ScriptedNetwork
  let monitor: FlagsMonitor
  let changes = Changes()

  final class Changes: Sendable {
    let count = Atomic(0)
    func add() { count.add(1, ordering: .sequentiallyConsistent) }
  }

  init() throws {
    script = try ScriptedNetwork([.wifi()])
    monitor = FlagsMonitor(.name("origin.test"), network: script.network)
  }

  private func start() throws { try monitor.start { [changes] in changes.add() } }

  @Test("without following there is no look-up")
  func noLookUp() throws {
    #expect(try monitor.flags() == .reachable)
    #expect(script.questions.isEmpty)
  }

  @Test("a pending look-up is reachable; one that nobody answers is unreachable after 4 s, which is within 5")
  func silence() throws {
    script.setNamesDead(true)
    try start()
    script.advance(by: .milliseconds(3999))
    #expect(try monitor.flags() == .reachable)
    script.advance(by: .milliseconds(1))
    #expect(try monitor.flags() == [])
    #expect(changes.count.load(ordering: .sequentiallyConsistent) == 1)
    #expect(monitor.lookUpFailure == "no answer within 4.0 seconds")
  }

  @Test("the kernel's events are the evidence where they changed the flags, and none where a look-up did")
  func evidence() throws {
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]))
    try start()
    // What changes before the follower's own first look is seen with it, and no event is known for that.
    script.network.lookAgain()
    #expect(monitor.evidence.isEmpty)
    script.change { $0["wlan0"]?.isUp = false }
    #expect(try monitor.flags() == [])
    #expect(monitor.evidence.contains { $0.what == "wlan0" && $0.after?.contains("down") == true })
    // What changes nothing is no evidence.
    let before = monitor.evidence.map(\.time)
    script.change { $0["wlan0"]?.metric = 5 }
    #expect(monitor.evidence.map(\.time) == before)
    script.setNamesDead(true)
    script.change { $0["wlan0"]?.isUp = true }
    #expect(try monitor.flags() == .reachable && !monitor.evidence.isEmpty)
    script.advance(by: FlagsMonitor.lookUpDeadline)
    #expect(try monitor.flags() == [] && monitor.evidence.isEmpty)
  }

  @Test("a name that does not exist is unreachable at once")
  func noSuchName() throws {
    try start()
    #expect(try monitor.flags() == [])
  }

  @Test("a failing look-up is repeated after 1, 2, 4 … 60 s, and a name that comes back is reachable")
  func retries() throws {
    try start()
    for (seconds, count) in [(1, 2), (1, 2), (1, 3), (4, 4), (8, 5), (16, 6), (32, 7), (60, 8), (60, 9)] {
      script.advance(by: .seconds(seconds))
      #expect(script.questions.count == count)
    }
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]))
    script.advance(by: .seconds(60))
    #expect(try monitor.flags() == .reachable)
    #expect(changes.count.load(ordering: .sequentiallyConsistent) == 2)
    script.advance(by: .seconds(600))
    #expect(script.questions.count == 10)
  }

  @Test("another path means another look-up")
  func path() throws {
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]))
    try start()
    #expect(script.questions.count == 1)
    script.change { $0["wwan0"] = .cellular(metric: 100) }
    #expect(script.questions.count == 2)
    #expect(try monitor.flags() == [.reachable, .transientConnection, .isWWAN])
    // A change that no path shows is none.
    script.change { $0["wwan0"]?.metric = 90 }
    #expect(script.questions.count == 2)
  }

  @Test("so do other DNS servers, and the name that nobody knew is reachable")
  func nameServers() throws {
    script.setName("origin.test", .noSuchName)
    try start()
    #expect(try monitor.flags() == [] && script.questions.count == 1)
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]))
    script.change { $0.nameServers = [TestNetwork.ip("192.0.2.54")] }
    #expect(try monitor.flags() == .reachable && script.questions.count == 2)
  }

  @Test("a slow old answer never overwrites a newer one")
  func overtaken() throws {
    script.setName("origin.test", .noSuchName, delay: .seconds(3))
    try start()
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]), delay: .seconds(1))
    script.change { $0["wwan0"] = .cellular() }
    script.advance(by: .seconds(2))
    #expect(try monitor.flags() == .reachable)
    script.advance(by: .seconds(20))
    #expect(try monitor.flags() == .reachable)
    #expect(changes.count.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test("an answer after the deadline still counts")
  func late() throws {
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]), delay: .milliseconds(4500))
    try start()
    script.advance(by: .milliseconds(4400))
    #expect(try monitor.flags() == [])
    script.advance(by: .milliseconds(100))
    #expect(try monitor.flags() == .reachable)
  }

  @Test("an answer to the run before a restart is not taken")
  func restart() throws {
    script.setName("origin.test", .noSuchName, delay: .seconds(2))
    try start()
    monitor.stop()
    script.setName("origin.test", .addresses([TestNetwork.ip("203.0.113.9")]), delay: .seconds(1))
    try start()
    script.advance(by: .seconds(10))
    #expect(try monitor.flags() == .reachable)
    monitor.stop()
    script.change { $0["wlan0"] = nil }
    #expect(changes.count.load(ordering: .sequentiallyConsistent) == 0)
  }

  @Test("local names are reachable without a network")
  func local() throws {
    script.setName("origin.test", .addresses([TestNetwork.ip("127.0.0.1")]))
    script.change { $0.interfaces = [] }
    try start()
    #expect(try monitor.flags() == [.reachable, .isLocalAddress])
  }
}
