internal import Dispatch
internal import LinuxSystem
internal import Synchronization

/// Requests to look again, made by any thread and served by the follower's, in order.
final class LookRequests: Sendable {
  private struct State {
    var made: UInt64 = 0
    var served: UInt64 = 0
    var hasEnded = false
    var waiting: [(number: UInt64, semaphore: DispatchSemaphore)] = []
    var server: ThreadIdentity?
  }

  private let state = Mutex(State())

  /// Says that the calling thread serves from now on.
  func begin() { state.withLock { $0.server = .current } }

  /// The newest request that was not served; nil if there is none.
  var pending: UInt64? { state.withLock { $0.made > $0.served ? $0.made : nil } }

  /// Makes a request and waits until it is served; the serving thread itself does not wait.
  func make(_ ring: () -> Void) {
    let semaphore = DispatchSemaphore(value: 0)
    let mustWait = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.made += 1
      guard state.server != .current else { return false }
      state.waiting.append((state.made, semaphore))
      return true
    }
    ring()
    if mustWait { semaphore.wait() }
  }

  /// Wakes those whose request this or a newer one is.
  func serve(_ number: UInt64) {
    state.withLock { state in
      state.served = max(state.served, number)
      release(&state) { $0 <= number }
    }
  }

  /// Nothing is served any more.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      release(&state) { _ in true }
    }
  }

  private func release(_ state: inout State, _ isServed: (UInt64) -> Bool) {
    for waiter in state.waiting where isServed(waiter.number) { waiter.semaphore.signal() }
    state.waiting.removeAll { isServed($0.number) }
  }
}
