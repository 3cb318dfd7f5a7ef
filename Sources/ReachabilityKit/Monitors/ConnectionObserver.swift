public import Dispatch
public import Network
internal import Synchronization

/// Calls a handler when what an app wants to know of the path has changed.
///
/// The first value is that of the path as it is; it does not call the handler. What goes away with the last reference is
/// cancelled.
public final class ConnectionObserver<Attribute: ConnectionAttribute>: Sendable {
  /// Called on the queue with the new value.
  public typealias Handler = @Sendable (Attribute) -> Void

  private struct State {
    var handler: Handler?
    var attribute: Attribute
    var isCancelled = false
  }

  private let monitor: NWPathMonitor
  private let state: Mutex<State>

  /// Starts to observe.
  ///
  /// - Parameter monitor: One that has not started; the observer starts and cancels it.
  public init(monitor: NWPathMonitor = NWPathMonitor(), queue: DispatchQueue = .main, handler: Handler? = nil) {
    self.monitor = monitor
    state = Mutex(State(handler: handler, attribute: Attribute(path: monitor.currentPath)))
    monitor.pathUpdateHandler = { [weak self] in self?.take(Attribute(path: $0)) }
    monitor.start(queue: queue)
  }

  /// What is called when the value has changed.
  public var handler: Handler? {
    get { state.withLock { $0.handler } }
    set {
      let old = state.withLock { state in
        defer { if !state.isCancelled { state.handler = newValue } }
        return state.handler
      }
      withExtendedLifetime(old) {}
    }
  }

  /// The value as it is.
  public var attribute: Attribute { state.withLock { $0.attribute } }

  /// Ends it for good. Called on the queue, no handler runs after it has returned.
  public func cancel() {
    monitor.cancel()
    let old = state.withLock { state in
      defer {
        state.isCancelled = true
        state.handler = nil
      }
      return state.handler
    }
    withExtendedLifetime(old) {}
  }

  deinit { monitor.cancel() }

  private func take(_ attribute: Attribute) {
    let handler: Handler? = state.withLock { state in
      guard !state.isCancelled, attribute != state.attribute else { return nil }
      state.attribute = attribute
      return state.handler
    }
    handler?(attribute)
  }
}
