internal import Dispatch
internal import PathEngine
internal import Synchronization

/// What an ``NWPathMonitor`` does. The network's observation holds it from start to cancel, so that a monitor which nobody
/// holds goes on.
final class PathMonitorCore: Sendable {
  typealias Handler = @Sendable (NWPath) -> Void

  private enum Phase {
    case idle
    case started
    case cancelled
  }

  private struct State {
    var phase = Phase.idle
    var queue: DispatchQueue?
    var handler: Handler?
    var observation: MonitoredNetwork.Observation?
    /// The newest path, and the number of the reading it is from.
    var path: NWPath?
    var isEvaluated = false
    var number: UInt64 = 0
    /// Whether a path was due while there was no handler.
    var hasMissed = false
    /// The thread that runs the handler, with what the handler was given.
    var delivering: [ThreadIdentity: NWPath] = [:]
    var streams: [UInt64: AsyncStream<NWPath>.Continuation] = [:]
    var streamCount: UInt64 = 0
  }

  private let network: MonitoredNetwork
  private let constraint: InterfaceConstraint
  private let state = Mutex(State())

  init(network: MonitoredNetwork, constraint: InterfaceConstraint) {
    self.network = network
    self.constraint = constraint
  }

  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var handler: Handler? {
    get { state.withLock { $0.handler } }
    set {
      // What the old handler holds is let go outside of the lock.
      let old = state.withLock { state in
        guard state.phase != .cancelled else { return newValue }
        let old = state.handler
        state.handler = newValue
        if newValue != nil, state.hasMissed, let path = state.path {
          state.hasMissed = false
          hand(path, to: state.queue)
        }
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  var currentPath: NWPath {
    get {
      let known = state.withLock { $0.delivering[.current] ?? $0.path }
      return known ?? NWPath(network.path(constraint))
    }
    set { state.withLock { $0.path = newValue } }
  }

  func start(queue: DispatchQueue) {
    let isFirst = state.withLock { state in
      guard state.phase == .idle else { return false }
      state.phase = .started
      state.queue = queue
      return true
    }
    guard isFirst else { return }
    follow()
  }

  func cancel() {
    let (old, streams) = state.withLock { state in
      let old = (state.handler, state.observation)
      state.phase = .cancelled
      state.handler = nil
      state.observation = nil
      return (old, state.streams.values)
    }
    old.1?.end()
    // Each takes itself out.
    for stream in streams { stream.finish() }
    withExtendedLifetime(old) {}
  }

  /// A stream with an own core, so that each gets every path.
  func stream() -> AsyncStream<NWPath> {
    let (stream, continuation) = AsyncStream.makeStream(of: NWPath.self)
    let follower = PathMonitorCore(network: network, constraint: constraint)
    let number: UInt64? = state.withLock { state in
      guard state.phase != .cancelled else { return nil }
      state.streamCount += 1
      state.streams[state.streamCount] = continuation
      return state.streamCount
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      follower.cancel()
      self?.forget(number)
    }
    follower.handler = { continuation.yield($0) }
    follower.start(queue: DispatchQueue(label: "linkcond.path-sequence"))
    return stream
  }

  private func forget(_ number: UInt64) {
    let old = state.withLock { $0.streams.removeValue(forKey: number) }
    withExtendedLifetime(old) {}
  }

  private func follow() {
    do {
      let observation = try network.observe { look in
        self.take(
          NWPath(NetworkPath(look.snapshot, overrides: self.network.overrides, constraint: self.constraint)),
          look.number)
      }
      let isCancelled = state.withLock { state in
        guard state.phase == .started else { return true }
        state.observation = observation
        return false
      }
      guard !isCancelled else { return observation.end() }
      let look = try network.look()
      take(NWPath(NetworkPath(look.snapshot, overrides: network.overrides, constraint: constraint)), look.number)
    } catch {
      take(NWPath(NetworkPath(unreadable: error)), 0)
    }
  }

  /// Publishes a path that is different from the one before.
  private func take(_ path: NWPath, _ number: UInt64) {
    state.withLock { state in
      guard state.phase == .started, !state.isEvaluated || number > state.number else { return }
      state.number = number
      guard !state.isEvaluated || path != state.path else { return }
      state.isEvaluated = true
      state.path = path
      hand(path, to: state.queue)
    }
  }

  private func hand(_ path: NWPath, to queue: DispatchQueue?) { queue?.async { self.deliver(path) } }

  /// Runs on the queue.
  private func deliver(_ path: NWPath) {
    let thread = ThreadIdentity.current
    let handler: Handler? = state.withLock { state in
      guard state.phase == .started else { return nil }
      guard let handler = state.handler else {
        state.hasMissed = true
        return nil
      }
      state.hasMissed = false
      state.delivering[thread] = path
      return handler
    }
    guard let handler else { return }
    handler(path)
    state.withLock { $0.delivering[thread] = nil }
  }
}
