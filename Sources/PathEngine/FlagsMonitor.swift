internal import Netlink
internal import Synchronization

/// Follows the reachability flags of a target.
///
/// The first flags of a name are those without a look-up: reachable where there is a route. A look-up then starts, never on
/// a caller's thread, and again when the path changes and, with growing pauses, while it fails.
public final class FlagsMonitor: Sendable {
  /// A look-up without an answer counts as failed after this long; an answer that comes later still counts.
  ///
  /// A name that does not resolve has to be unreachable within 5 s.
  public static let lookUpDeadline = Duration.seconds(4)
  /// The pauses between failed look-ups: doubled from the first to the last.
  public static let pauses = (first: Duration.seconds(1), last: Duration.seconds(60))
  /// So many look-ups of one monitor may wait for answers at the same time.
  private static let mostLookUps = 4

  private struct Running {
    var onChange: @Sendable () -> Void
    var observation: MonitoredNetwork.Observation?
    var look: NetworkLook
    var path: NetworkPath
    var flags: ReachabilityFlags
    var evidence: [TimedEvent] = []
    var resolved: ResolvedName?
    var asked: UInt64
    var answered: UInt64
    var unanswered = 0
    var pause = FlagsMonitor.pauses.first
    var deadline: MonitorTimer?
    var retry: MonitorTimer?
  }

  private enum State {
    case idle
    case running(Running)
  }

  private let state = Mutex(State.idle)
  /// Counts on over restarts, so that an answer to an earlier run is never taken for one to this.
  private let lookUps = Atomic<UInt64>(0)
  /// What is to be reached.
  public let target: ReachabilityTarget
  private let network: MonitoredNetwork

  /// A monitor that has not started.
  public init(_ target: ReachabilityTarget, network: MonitoredNetwork = .current) {
    self.target = target
    self.network = network
  }

  /// The flags: as followed while it runs, else read now, for a name without a look-up.
  ///
  /// - Throws: What the network's source throws.
  public func flags() throws -> ReachabilityFlags {
    if let flags = state.withLock({ state in if case .running(let running) = state { running.flags } else { nil } }) {
      return flags
    }
    return try evaluate(try network.look().snapshot, nil)
  }

  /// The kernel's events with which the flags became what they are; none where they are as at the start, and where a look-up
  /// changed them.
  public var evidence: [TimedEvent] {
    state.withLock { state in if case .running(let running) = state { running.evidence } else { [] } }
  }

  /// Why a name has no addresses, in words; nil if it has, or nobody knows yet.
  public var lookUpFailure: String? {
    state.withLock { state in if case .running(let running) = state { running.resolved?.failure } else { nil } }
  }

  /// The flags as if nothing were followed: for a name those without a look-up. Of the facts as followed while it runs.
  ///
  /// - Throws: What the network's source throws.
  public func flagsWithoutLookUp() throws -> ReachabilityFlags {
    let followed: NetworkLook? = state.withLock { state in
      if case .running(let running) = state { running.look } else { nil }
    }
    return try evaluate(try (followed ?? network.look()).snapshot, nil)
  }

  /// Starts following; does nothing if it runs already.
  ///
  /// - Parameter onChange: Called when ``flags()`` has become another, on a thread that must not be held up; it may be
  ///   called before this returns.
  /// - Returns: the flags from which on changes are told.
  /// - Throws: What the network's source throws.
  @discardableResult
  public func start(onChange: @escaping @Sendable () -> Void) throws -> ReachabilityFlags {
    // What is observed before the first look is read counts from that look on.
    let observation = try network.observe { [weak self] in self?.take($0) }
    let initial: ReachabilityFlags
    do {
      let look = try network.look()
      initial = try evaluate(look.snapshot, nil)
      let count = lookUps.load(ordering: .sequentiallyConsistent)
      let running = Running(
        onChange: onChange, observation: observation, look: look,
        path: NetworkPath(look.snapshot, overrides: network.overrides), flags: initial,
        asked: count, answered: count)
      let isNew = state.withLock { state in
        guard case .idle = state else { return false }
        state = .running(running)
        return true
      }
      guard isNew else {
        observation.end()
        return try flags()
      }
    } catch {
      observation.end()
      throw error
    }
    lookUp()
    return initial
  }

  /// Stops; ``start(onChange:)`` may follow. No call of `onChange` begins after this returns, but one may be on its way.
  public func stop() {
    let before = state.withLock { state in
      defer { state = .idle }
      return state
    }
    guard case .running(let running) = before else { return }
    running.observation?.end()
    running.deadline?.cancel()
    running.retry?.cancel()
  }

  deinit { stop() }

  private func take(_ look: NetworkLook) {
    var isOther = false
    update(look.events) { running in
      guard look.number > running.look.number else { return }
      let path = NetworkPath(look.snapshot, overrides: network.overrides)
      isOther = path != running.path
      running.look = look
      running.path = path
    }
    if isOther { lookUp(isRetry: false) }
  }

  /// Changes what is known, and says so if the flags are different.
  private func update(_ events: [TimedEvent] = [], _ change: (inout Running) -> Void) {
    let onChange: (@Sendable () -> Void)? = state.withLock { state in
      guard case .running(var running) = state else { return nil }
      change(&running)
      let before = running.flags
      do {
        running.flags = try evaluate(running.look.snapshot, running.resolved)
      } catch {
        // The flags stay; the follower reads again, and says so.
      }
      if running.flags != before { running.evidence = events }
      state = .running(running)
      return running.flags == before ? nil : running.onChange
    }
    onChange?()
  }

  private func evaluate(_ snapshot: NetworkSnapshot, _ resolved: ResolvedName?) throws -> ReachabilityFlags {
    let overrides = network.overrides
    switch target {
    case .name:
      return try ReachabilityFlags(name: resolved, snapshot, overrides: overrides) { try network.answer(to: $0) }
    case .address(let address):
      return ReachabilityFlags(
        address: address, answer: try network.answer(to: address), snapshot, overrides: overrides)
    case .from(let own, let remote):
      guard own.isUnspecified || snapshot.addresses.contains(where: { $0.prefix.address == own && $0.isUsable }) else {
        return []
      }
      guard let remote else { return ReachabilityFlags(path: NetworkPath(snapshot, overrides: overrides)) }
      return ReachabilityFlags(address: remote, answer: try network.answer(to: remote), snapshot, overrides: overrides)
    }
  }

  /// Asks for the addresses of a name.
  private func lookUp(isRetry: Bool = false) {
    guard case .name(let name) = target else { return }
    let number: UInt64? = state.withLock { state in
      guard case .running(var running) = state, running.unanswered < Self.mostLookUps else { return nil }
      running.asked = lookUps.add(1, ordering: .sequentiallyConsistent).newValue
      running.unanswered += 1
      if !isRetry { running.pause = Self.pauses.first }
      running.retry?.cancel()
      running.deadline?.cancel()
      let number = running.asked
      running.deadline = network.clock.schedule(after: Self.lookUpDeadline) { [weak self] in
        self?.learn(ResolvedName(failure: "no answer within \(Self.lookUpDeadline)"), number, isAnswer: false)
      }
      state = .running(running)
      return number
    }
    guard let number else { return scheduleRetry() }
    network.resolver.resolve(name) { [weak self] in self?.learn($0, number, isAnswer: true) }
  }

  private func learn(_ resolved: ResolvedName, _ number: UInt64, isAnswer: Bool) {
    var isNews = false
    update { running in
      if isAnswer { running.unanswered = max(0, running.unanswered - 1) }
      // A slow old answer never overwrites a newer one.
      guard number > running.answered || (number == running.answered && isAnswer), number <= running.asked else {
        return
      }
      isNews = true
      running.answered = number
      running.resolved = resolved
      if number == running.asked { running.deadline?.cancel() }
    }
    if isNews, resolved.addresses.isEmpty { scheduleRetry() }
  }

  private func scheduleRetry() {
    state.withLock { state in
      guard case .running(var running) = state else { return }
      running.retry?.cancel()
      running.retry = network.clock.schedule(after: running.pause) { [weak self] in self?.lookUp(isRetry: true) }
      running.pause = min(running.pause * 2, Self.pauses.last)
      state = .running(running)
    }
  }
}
