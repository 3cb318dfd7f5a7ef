internal import Synchronization

/// What each monitor says now and said before the conditions came, so that a run can end once all are back.
final class StatusBoard: Sendable {
  private struct State {
    var now: [String: String] = [:]
    var before: [String: String]?
  }

  private let state = Mutex(State())

  /// A monitor has a new status.
  func note(_ monitor: String, _ status: String) {
    state.withLock { $0.now[monitor] = status }
  }

  /// What is said now is what all must come back to.
  func keepAsBaseline() {
    state.withLock { $0.before = $0.now }
  }

  /// Whether every monitor says again what it said before.
  var isBack: Bool {
    state.withLock { state in
      guard let before = state.before else { return false }
      return before.allSatisfy { state.now[$0.key] == $0.value }
    }
  }
}
