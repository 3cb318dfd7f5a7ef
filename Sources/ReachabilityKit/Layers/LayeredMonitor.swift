public import Dispatch
public import LinuxSystem
public import PathEngine
internal import Synchronization

/// Follows path, settled path and the probes' verdict, and tells of each change of one of them.
///
/// When the path can be used again, can no more, or goes another way, the verdict is unknown again and the probes go out at
/// once. It never blocks, and needs no privilege for the own namespace. A monitor that nobody holds ends.
public final class LayeredMonitor: Sendable {
  typealias MakeSource = @Sendable (@escaping @Sendable (ProbeDecision) -> Void) throws -> any VerdictSource

  private struct Running {
    let queue: DispatchQueue
    let handler: @Sendable (LayeredStatus) -> Void
    var observation: MonitoredNetwork.Observation?
    var settling: SettledPathMonitor?
    var source: (any VerdictSource)?
    var number: UInt64 = 0
  }

  private struct State {
    var running: Running?
    var status: LayeredStatus
    /// Counts starts and stops: what is on its way when it is stopped is left out.
    var generation: UInt64 = 0
  }

  private let network: MonitoredNetwork
  private let times: SettleTimes
  private let makeSource: MakeSource?
  private let state: Mutex<State>

  init(network: MonitoredNetwork, settle times: SettleTimes, makeSource: MakeSource?) {
    self.network = network
    self.times = times
    self.makeSource = makeSource
    state = Mutex(State(status: LayeredStatus(at: network.clock.now)))
  }

  /// A monitor that has not started.
  ///
  /// - Parameters:
  ///   - network: Where the path is.
  ///   - namespace: Where the probes are sent from, which should be the network's; nil is the calling thread's at the start.
  ///   - times: How long a path must stay; by default 1.5 s for a loss, as Chromium waits, and nothing for a usable one.
  ///   - configuration: Whom to ask; nil asks nobody, and the verdict stays unknown.
  public convenience init(
    network: MonitoredNetwork = .current, namespace: NetworkNamespace? = nil,
    settle times: SettleTimes = SettleTimes(up: .zero, down: .milliseconds(1500)),
    probing configuration: ProbeConfiguration?
  ) {
    var makeSource: MakeSource?
    if let configuration {
      makeSource = { onDecision in
        try ReachabilityProbe(in: namespace, configuration: configuration) { decision, _ in onDecision(decision) }
      }
    }
    self.init(network: network, settle: times, makeSource: makeSource)
  }

  /// The status now; of a monitor that does not run the last one.
  public var status: LayeredStatus { state.withLock { $0.status } }

  /// Starts, or starts again with another handler, knowing nothing. The handler gets each new status, on `queue`.
  ///
  /// - Throws: What the network's source throws, and what ``ReachabilityProbe`` throws when it is made.
  public func start(queue: DispatchQueue, handler: @escaping @Sendable (LayeredStatus) -> Void) throws {
    stop()
    let generation = state.withLock { state in
      state.generation += 1
      state.status = LayeredStatus(at: network.clock.now)
      state.running = Running(queue: queue, handler: handler)
      return state.generation
    }
    do {
      let source = try makeSource? { [weak self] decision in
        self?.update(generation) { status, _ in status.take(decision) }
      }
      let settling = SettledPathMonitor(network: network, settle: times)
      let observation = try network.observe { [weak self] in self?.take($0, generation) }
      let isStopped = state.withLock { state in
        guard state.generation == generation else { return true }
        state.running?.source = source
        state.running?.settling = settling
        state.running?.observation = observation
        return false
      }
      guard !isStopped else {
        observation.end()
        source?.cancel()
        return
      }
      take(try network.look(), generation)
      try settling.start(queue: queue) { [weak self, network] path in
        self?.update(generation) { status, _ in status.take(settled: path, at: network.clock.now) }
      }
      source?.start()
    } catch {
      stop()
      throw error
    }
  }

  /// Stops. Called on the queue, no handler runs after it has returned; from another thread, one may be on its way.
  public func stop() {
    let old = state.withLock { state in
      defer { state.running = nil }
      state.generation += 1
      return state.running
    }
    old?.observation?.end()
    old?.settling?.stop()
    old?.source?.cancel()
  }

  deinit { stop() }

  private func take(_ look: NetworkLook, _ generation: UInt64) {
    let path = NetworkPath(look.snapshot, overrides: network.overrides)
    let now = network.clock.now
    update(generation) { status, running in
      guard look.number > running.number else { return }
      running.number = look.number
      // Asked for under the lock, so that no decision of what was asked before comes in between.
      if status.take(path, because: look.events, at: now) { running.source?.probeAgain(forgetting: true) }
    }
  }

  private func update(_ generation: UInt64, _ change: (inout LayeredStatus, inout Running) -> Void) {
    state.withLock { state in
      guard state.generation == generation, var running = state.running else { return }
      let before = state.status
      change(&state.status, &running)
      state.running = running
      guard state.status != before else { return }
      let status = state.status
      running.queue.async { [weak self] in self?.deliver(status, generation) }
    }
  }

  private func deliver(_ status: LayeredStatus, _ generation: UInt64) {
    let handler = state.withLock { $0.generation == generation ? $0.running?.handler : nil }
    handler?(status)
  }
}
