internal import Synchronization

/// Which step of a run holds, and since when.
///
/// A monitor may notice a change before the call that made it has returned. What it says is then kept until the step's
/// time is known, so that every transition can name the step that led to it.
final class StepClock: Sendable {
  struct Step: Sendable {
    let step: String
    /// From when its conditions hold, in nanoseconds of CLOCK_MONOTONIC.
    let applied: Int64
  }

  private struct State {
    var current: Step?
    var isChanging = true
    var waiting: [@Sendable (Step) -> Void] = []
  }

  private let state = Mutex(State())

  /// The next step is about to be made.
  func begin() { state.withLock { $0.isChanging = true } }

  /// The step holds; what waited for it is done now.
  func hold(_ step: String, since applied: Int64) {
    let step = Step(step: step, applied: applied)
    let waiting = state.withLock { state in
      state.current = step
      state.isChanging = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for action in waiting { action(step) }
  }

  /// Does something with the step that holds: now, or as soon as the change under way is over.
  func withStep(_ action: @escaping @Sendable (Step) -> Void) {
    let step = state.withLock { state -> Step? in
      if state.isChanging {
        state.waiting.append(action)
        return nil
      }
      return state.current
    }
    if let step { action(step) }
  }
}
