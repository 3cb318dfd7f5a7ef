public import LinuxSystem
public import Netlink
internal import Synchronization

/// A network that monitors look at: where its facts come from, who looks names up, and by which clock it is waited.
///
/// Each monitor takes ``current`` when it is made. That is this process's own network unless the code runs inside
/// ``use(_:)`` or ``useEverywhere()`` was called, as tests do with a ``ScriptedNetwork``:
///
/// ```swift
/// let script = try ScriptedNetwork([.wifi()])
/// script.network.use { NWPathMonitor().start(queue: queue) }
/// ```
///
/// One thread follows the network for all its monitors, and only while there are some.
public final class MonitoredNetwork: Sendable {
  /// Stops what ``MonitoredNetwork/observe(_:)`` began.
  public final class Observation: Sendable {
    private let stop: @Sendable () -> Void
    init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

    /// No call begins after this returns, but one may be on its way on another thread. Further calls do nothing.
    public func end() { stop() }
  }

  private struct State {
    var overrides: InterfaceOverrides
    var source: NumberedSource?
    var observers: [UInt64: @Sendable (NetworkLook) -> Void] = [:]
    var observations: UInt64 = 0
    var follower: PathFollower?
    var latest: NetworkLook?
    var failure: (any Error)?
  }

  @TaskLocal private static var scoped: MonitoredNetwork?
  private static let everywhere = Mutex<MonitoredNetwork?>(nil)
  private static let own = MonitoredNetwork(
    resolver: SystemNameResolver(), clock: SystemMonitorClock(), overrides: .ofEnvironment
  ) { try LivePathSource(overrides: $0) }

  private let makeSource: @Sendable (InterfaceOverrides) throws -> any PathSource
  private let state: Mutex<State>
  /// Who looks names up.
  public let resolver: any NameResolver
  /// What deadlines and settle times are measured by.
  public let clock: any MonitorClock

  private init(
    resolver: any NameResolver, clock: any MonitorClock, overrides: InterfaceOverrides,
    makeSource: @escaping @Sendable (InterfaceOverrides) throws -> any PathSource
  ) {
    self.makeSource = makeSource
    self.resolver = resolver
    self.clock = clock
    state = Mutex(State(overrides: overrides))
  }

  /// A network with facts from a source, such as a ``ScriptedPathSource``.
  public convenience init(
    source: any PathSource, resolver: any NameResolver, clock: any MonitorClock = SystemMonitorClock(),
    overrides: InterfaceOverrides = InterfaceOverrides()
  ) {
    self.init(resolver: resolver, clock: clock, overrides: overrides) { _ in source }
  }

  /// The kernel's network in a namespace.
  public convenience init(namespace: NetworkNamespace, overrides: InterfaceOverrides = InterfaceOverrides()) {
    self.init(
      resolver: SystemNameResolver(namespace: namespace), clock: SystemMonitorClock(), overrides: overrides
    ) { try LivePathSource(namespace: namespace, overrides: $0) }
  }

  /// What monitors look at that are made here and now.
  ///
  /// This process's own network is that of the namespace of the thread that first looks at it.
  public static var current: MonitoredNetwork { scoped ?? everywhere.withLock { $0 } ?? own }

  /// Makes this ``current`` for what `body` does, tasks that it starts included; not for dispatch queues and threads.
  public func use<Value>(_ body: () throws -> Value) rethrows -> Value {
    try Self.$scoped.withValue(self, operation: body)
  }

  /// As ``use(_:)`` for `body` that suspends.
  public nonisolated(nonsending) func use<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await Self.$scoped.withValue(self, operation: body)
  }

  /// Makes this ``current`` in the whole process, for monitors made from now on, until ``useOwnEverywhere()``.
  public func useEverywhere() { Self.everywhere.withLock { $0 = self } }

  /// Goes back to this process's own network.
  public static func useOwnEverywhere() { everywhere.withLock { $0 = nil } }

  /// What is known of interfaces beside what the kernel says. Monitors look again when it is set.
  public var overrides: InterfaceOverrides {
    get { state.withLock { $0.overrides } }
    set {
      state.withLock { $0.overrides = newValue }
      lookAgain()
    }
  }

  /// Sets the overrides for the next look, whenever that is.
  func setQuietly(_ overrides: InterfaceOverrides) { state.withLock { $0.overrides = overrides } }

  /// Why the last reading failed; nil if it did not.
  public var failure: (any Error)? { state.withLock { $0.failure } }

  /// The facts as they are now: read now, or as followed where somebody observes.
  ///
  /// - Throws: What the source throws, such as `NetlinkError` where netlink is not allowed.
  public func look() throws -> NetworkLook {
    if let latest = state.withLock({ $0.latest }) { return latest }
    return try source().look()
  }

  /// The route to an address now.
  ///
  /// - Throws: What the source throws.
  public func answer(to ip: IPAddress) throws -> NetworkSnapshot.RouteAnswer { try source().base.answer(to: ip) }

  /// The path now.
  public func path(_ constraint: InterfaceConstraint = .any) -> NetworkPath {
    do {
      return NetworkPath(try look().snapshot, overrides: overrides, constraint: constraint)
    } catch {
      return NetworkPath(unreadable: error)
    }
  }

  /// Calls `handler` after each batch of changes, on the thread that follows the network. What was before must be asked
  /// for with ``look()`` afterwards; a look with a lower number than one already seen is old.
  ///
  /// - Throws: What the source throws, or `SystemError`.
  public func observe(_ handler: @escaping @Sendable (NetworkLook) -> Void) throws -> Observation {
    let source = try source()
    let number = try state.withLock { state in
      if state.follower == nil { state.follower = try follow(source, state.overrides) }
      state.observations += 1
      state.observers[state.observations] = handler
      return state.observations
    }
    return Observation { [weak self] in self?.end(number) }
  }

  /// Has everything read again, and waits until the monitors were told; at once if there are none.
  public func lookAgain() { state.withLock { $0.follower }?.lookAgain() }

  private func source() throws -> NumberedSource {
    let (existing, overrides) = state.withLock { ($0.source, $0.overrides) }
    if let existing { return existing }
    do {
      // Not inside the lock: a namespace's own thread, which makes the sockets, may be waiting for that.
      let made = NumberedSource(try makeSource(overrides))
      return state.withLock { state in
        let source = state.source ?? made
        state.source = source
        return source
      }
    } catch {
      state.withLock { $0.failure = error }
      throw error
    }
  }

  /// - Parameter overrides: They say what is told at once; handlers judge for themselves.
  private func follow(_ source: NumberedSource, _ overrides: InterfaceOverrides) throws -> PathFollower {
    let followed = FollowedSource(source)
    let follower = try PathFollower(
      source: followed, overrides: overrides,
      onLook: { [weak self] in
        self?.deliver(NetworkLook(number: followed.lastNumber, snapshot: $0, events: $1))
      },
      onFailure: { [weak self] error in self?.state.withLock { $0.failure = error } }, onUpdate: { _ in })
    _ = try OwnThread(name: "lc-path") { follower.run() }
    return follower
  }

  private func deliver(_ look: NetworkLook) {
    let handlers = state.withLock { state in
      // The last observer may have left meanwhile.
      guard state.follower != nil else { return [(@Sendable (NetworkLook) -> Void)]() }
      state.latest = look
      state.failure = nil
      return state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in handlers { handler(look) }
  }

  private func end(_ number: UInt64) {
    // What handlers hold is let go outside of the lock.
    let (handler, follower) = state.withLock { state in
      let handler = state.observers.removeValue(forKey: number)
      guard state.observers.isEmpty, let follower = state.follower else { return (handler, PathFollower?.none) }
      state.follower = nil
      state.latest = nil
      return (handler, follower)
    }
    follower?.cancel()
    withExtendedLifetime(handler) {}
  }

  deinit { state.withLock { $0.follower }?.cancel() }
}
