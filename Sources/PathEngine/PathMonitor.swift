internal import LinuxSystem
internal import Synchronization

/// Follows the path of a namespace: one update at the start, and one whenever the path is a different one.
///
/// A kernel event only means "look again": everything is read anew, and an equal path is not delivered. The first event
/// after silence is looked at once, and told at once if the path can be used or no more, or goes another way; the rest of its
/// batch is taken until the kernel has been silent for 1 ms, and gives one update at most. Events that were lost lead to
/// reading again, not to deafness, and so do a reading that failed and a minute without an event.
///
/// All handlers run on the monitor's own thread, one at a time. A monitor that nothing holds any more ends as if
/// ``cancel()`` had been called; a handler that holds its monitor keeps it alive until then.
public final class PathMonitor: Sendable {
  private enum State {
    case idle
    case running(OwnThread)
    case cancelled
  }

  private let follower: PathFollower
  private let state = Mutex(State.idle)

  /// A monitor that has not started.
  ///
  /// - Parameters:
  ///   - overrides: The same as the source's.
  ///   - constraint: Which interfaces count.
  ///   - onEvent: Called for each kernel event.
  ///   - onFailure: Called if the kernel can't be read; the monitor tries again after 100 ms.
  ///   - onUpdate: Called for each new path.
  /// - Throws: `SystemError`.
  public init(
    source: any PathSource, overrides: InterfaceOverrides, constraint: InterfaceConstraint = .any,
    onEvent: @escaping @Sendable (TimedEvent) -> Void = { _ in },
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }, onUpdate: @escaping @Sendable (PathUpdate) -> Void
  ) throws {
    follower = try PathFollower(
      source: source, overrides: overrides, constraint: constraint, onEvent: onEvent, onFailure: onFailure,
      onUpdate: onUpdate)
  }

  /// Starts following; does nothing if it runs already.
  ///
  /// - Throws: `SystemError`, also after ``cancel()``: a cancelled monitor can't run again.
  public func start() throws {
    try state.withLock { state in
      switch state {
      case .running: return
      case .cancelled:
        throw SystemError(
          "start a path monitor", errno: Errno(rawValue: 125),  // ECANCELED
          advice: "It was cancelled; make a new one.")
      case .idle:
        state = .running(try OwnThread(name: "lc-path") { [follower] in follower.run() })
      }
    }
  }

  /// Has everything read again, and waits until what happened before has been told; at once if it does not run.
  func lookAgain() {
    let isRunning = state.withLock { state in if case .running = state { true } else { false } }
    if isRunning { follower.lookAgain() }
  }

  /// Ends the monitor for good; no handler runs after this returns, unless it is called from one.
  ///
  /// Further calls do nothing; one at the same time as the first may return sooner.
  public func cancel() {
    follower.cancel()
    let before = state.withLock { state in
      defer { state = .cancelled }
      return state
    }
    if case .running(let thread) = before { thread.join() }
  }

  deinit { cancel() }
}
