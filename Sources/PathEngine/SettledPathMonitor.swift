public import Dispatch
internal import Synchronization

/// Follows the path of a network, and tells of each that has settled; the raw stream is that of ``SettleTimes/immediately``.
public final class SettledPathMonitor: Sendable {
  private struct Running {
    let queue: DispatchQueue
    let handler: @Sendable (NetworkPath) -> Void
    var settling: PathSettling
    var observation: MonitoredNetwork.Observation?
    var number: UInt64 = 0
    var timer: MonitorTimer?
  }

  private struct State {
    var running: Running?
    /// Counts starts and stops: what waits in a queue when it is stopped is left out.
    var generation: UInt64 = 0
  }

  private let network: MonitoredNetwork
  private let constraint: InterfaceConstraint
  private let times: SettleTimes
  private let state = Mutex(State())

  /// A monitor that has not started.
  public init(
    network: MonitoredNetwork = .current, constraint: InterfaceConstraint = .any, settle times: SettleTimes
  ) {
    self.network = network
    self.constraint = constraint
    self.times = times
  }

  /// The path: the settled one while it runs, else read now.
  public var path: NetworkPath {
    state.withLock { $0.running?.settling.settled } ?? network.path(constraint)
  }

  /// Starts, or starts again with another handler. The first path is told at once, then each that has settled.
  ///
  /// A monitor that nobody holds ends.
  ///
  /// - Throws: What the network's source throws.
  public func start(queue: DispatchQueue, handler: @escaping @Sendable (NetworkPath) -> Void) throws {
    stop()
    let generation = state.withLock { state in
      state.generation += 1
      state.running = Running(queue: queue, handler: handler, settling: PathSettling(times))
      return state.generation
    }
    do {
      let observation = try network.observe { [weak self] in self?.take($0, generation) }
      let isStopped = state.withLock { state in
        guard state.generation == generation else { return true }
        state.running?.observation = observation
        return false
      }
      guard !isStopped else { return observation.end() }
      take(try network.look(), generation)
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
    old?.timer?.cancel()
  }

  deinit { stop() }

  private func take(_ look: NetworkLook, _ generation: UInt64) {
    let path = NetworkPath(look.snapshot, overrides: network.overrides, constraint: constraint)
    state.withLock { state in
      guard state.generation == generation, var running = state.running, look.number > running.number else { return }
      running.number = look.number
      let settled = running.settling.take(path, at: network.clock.now)
      finish(&running, settled, generation)
      state.running = running
    }
  }

  private func timePassed(_ generation: UInt64) {
    state.withLock { state in
      guard state.generation == generation, var running = state.running else { return }
      let settled = running.settling.settle(at: network.clock.now)
      finish(&running, settled, generation)
      state.running = running
    }
  }

  private func finish(_ running: inout Running, _ settled: NetworkPath?, _ generation: UInt64) {
    running.timer?.cancel()
    running.timer = running.settling.pending.map { pending in
      network.clock.schedule(after: .nanoseconds(max(0, pending.due - network.clock.now))) { [weak self] in
        self?.timePassed(generation)
      }
    }
    guard let settled else { return }
    running.queue.async { [weak self] in self?.deliver(settled, generation) }
  }

  private func deliver(_ path: NetworkPath, _ generation: UInt64) {
    let handler = state.withLock { $0.generation == generation ? $0.running?.handler : nil }
    handler?(path)
  }
}
