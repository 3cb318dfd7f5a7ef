public import Netlink
internal import Synchronization

/// A network that a test tells: interfaces, names and time. It needs neither a network nor root.
///
/// Every monitor made inside ``use(_:)`` sees it through the same code by which it sees the kernel:
///
/// ```swift
/// let script = try ScriptedNetwork([.wifi(), .cellular()])
/// let monitor = script.use { NWPathMonitor() }
/// monitor.start(queue: queue)
/// script.change { $0["wlan0"]?.isUp = false }   // Wi-Fi lost, cellular takes over
/// script.setNamesDead(true)                     // DNS dead
/// script.advance(by: .seconds(5))
/// queue.sync {}                                 // all handlers have run
/// ```
///
/// ``change(_:)`` and ``advance(by:)`` return when every monitor has handed what it has to say to its queue.
public final class ScriptedNetwork: Sendable {
  /// What a question for a name is answered with.
  public enum NameAnswer: Hashable, Sendable {
    /// These addresses.
    case addresses([IPAddress])
    /// There is no such name.
    case noSuchName
    /// Nothing, ever.
    case silence
  }

  /// The interfaces, and what is true of the machine as a whole.
  public struct Facts: Hashable, Sendable {
    /// The interfaces, in the order of their numbers; a loopback interface is always there as well.
    public var interfaces: [ScriptedInterface]
    /// The DNS servers.
    public var nameServers: [IPAddress]
    /// Kinds of radio that are switched off.
    public var blockedRadios: Set<InterfaceType> = []
    /// Whether a dormant Wi-Fi or cellular link makes a path "requires connection" and not unsatisfied.
    public var dormantRequiresConnection = false

    /// The interface of a name; setting nil takes it away, and setting one that is not there adds it.
    public subscript(name: String) -> ScriptedInterface? {
      get { interfaces.first { $0.name == name } }
      set {
        let place = interfaces.firstIndex { $0.name == name }
        switch (place, newValue) {
        case (let place?, let interface?): interfaces[place] = interface
        case (let place?, nil): interfaces.remove(at: place)
        case (nil, let interface?): interfaces.append(interface)
        case (nil, nil): break
        }
      }
    }
  }

  struct State {
    var facts: Facts
    /// A name keeps its number; a new interface never gets one that was used.
    var numbers: [String: Int32] = [:]
    var lastNumber: Int32 = 1
    var snapshot = NetworkSnapshot()
  }

  private let state: Mutex<State>
  private let source: ScriptedPathSource
  private let names: ScriptedNames
  /// The time that the monitors see.
  public let clock: ManualMonitorClock
  /// The network for ``MonitoredNetwork/use(_:)`` and initializers that take one.
  public let network: MonitoredNetwork

  /// A network of interfaces, with the DNS server 192.0.2.53 and no names.
  ///
  /// - Throws: `SystemError` if descriptors are used up.
  public init(_ interfaces: [ScriptedInterface] = [.wifi()]) throws {
    let facts = Facts(interfaces: interfaces, nameServers: [IPAddress("192.0.2.53")].compactMap(\.self))
    var state = State(facts: facts)
    let snapshot = Self.snapshot(&state)
    source = try ScriptedPathSource(snapshot)
    self.state = Mutex(state)
    clock = ManualMonitorClock()
    names = ScriptedNames(clock: clock)
    network = MonitoredNetwork(
      source: source, resolver: names, clock: clock, overrides: Self.overrides(facts))
  }

  /// Makes it what monitors look at that are made in `body`, see ``MonitoredNetwork/use(_:)``.
  public func use<Value>(_ body: () throws -> Value) rethrows -> Value { try network.use(body) }

  /// As ``use(_:)`` for `body` that suspends.
  public nonisolated(nonsending) func use<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await network.use(body)
  }

  /// The interfaces as they are.
  public var facts: Facts { state.withLock { $0.facts } }

  /// Changes the facts, all at once, announces what is different as the kernel does, and waits until the monitors were
  /// told. From a monitor's handler that runs on the following thread itself it does not wait.
  public func change(_ body: (inout Facts) -> Void) {
    let (overrides, events, snapshot) = state.withLock { state in
      body(&state.facts)
      let before = state.snapshot
      let after = Self.snapshot(&state)
      return (Self.overrides(state.facts), Self.events(from: before, to: after), after)
    }
    // Before the facts, which the follower reads as soon as they are announced.
    network.setQuietly(overrides)
    source.announce(events, now: snapshot)
    network.lookAgain()
  }

  /// Says what questions for a name are answered with from now on.
  ///
  /// - Parameter delay: How long the answer takes, by ``clock``; zero answers at once.
  public func setName(_ name: String, _ answer: NameAnswer, delay: Duration = .zero) {
    names.state.withLock { $0.entries[name] = ScriptedNames.Entry(answer: answer, delay: delay) }
  }

  /// Whether no question at all is answered.
  public func setNamesDead(_ isDead: Bool) { names.state.withLock { $0.isDead = isDead } }

  /// The names that were asked for, in order.
  public var questions: [String] { names.state.withLock { $0.questions } }

  /// Moves the time on; what comes due happens before this returns.
  public func advance(by duration: Duration) { clock.advance(by: duration) }

  /// Makes the next reading of the facts fail, as when the kernel refuses a dump.
  public func failNextReading(_ error: any Error) { source.failNextSnapshot(error) }

  /// Loses events, as an overrun of the kernel's buffer does, and waits until the monitors have read everything again.
  public func overrun() {
    source.announce([.overrun], now: state.withLock { $0.snapshot })
    network.lookAgain()
  }

  private static func overrides(_ facts: Facts) -> InterfaceOverrides {
    func names(_ isSo: KeyPath<ScriptedInterface, Bool>) -> Set<String> {
      Set(facts.interfaces.filter { $0[keyPath: isSo] }.map(\.name))
    }
    func values<Value>(_ value: KeyPath<ScriptedInterface, Value>) -> [String: Value] {
      Dictionary(facts.interfaces.map { ($0.name, $0[keyPath: value]) }, uniquingKeysWith: { first, _ in first })
    }
    return InterfaceOverrides(
      types: values(\.type), expensive: names(\.isExpensive), constrained: names(\.isConstrained),
      ultraConstrained: names(\.isUltraConstrained), cellularTypes: values(\.cellularType),
      dormantRequiresConnection: facts.dormantRequiresConnection)
  }
}
