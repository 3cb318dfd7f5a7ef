internal import Dispatch
internal import Synchronization

/// What other threads want of the relay's thread, and what it answered.
final class RelayMailbox: Sendable {
  enum Request: Sendable {
    case apply(RelayConditions)
    case report
    case stop
  }

  private struct State {
    var requests: [(Request, DispatchSemaphore)] = []
    var isStopped = false
    var applied: Int64 = 0
    var counters = (downlink: LaneCounters(), uplink: LaneCounters())
  }

  private let state = Mutex(State())
  private let flag = Atomic(false)

  /// Leaves a request; its answer is signalled once it is done. Nil if the relay has ended.
  func leave(_ request: Request) -> DispatchSemaphore? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      let answer = DispatchSemaphore(value: 0)
      state.requests.append((request, answer))
      flag.store(true, ordering: .releasing)
      return answer
    }
  }

  var lastApplied: Int64 { state.withLock { $0.applied } }
  var lastCounters: (downlink: LaneCounters, uplink: LaneCounters) { state.withLock { $0.counters } }

  /// Whether anything was left; one atomic load.
  var hasRequests: Bool { flag.load(ordering: .acquiring) }

  /// Called by the relay's thread: hands it every request, keeps what it answers, and wakes who waits.
  ///
  /// - Returns: false if the relay is to end.
  func serve(_ handle: (Request) -> (applied: Int64?, counters: (downlink: LaneCounters, uplink: LaneCounters))) -> Bool {
    state.withLock { state in
      flag.store(false, ordering: .relaxed)
      for (request, answer) in state.requests {
        let result = handle(request)
        if let applied = result.applied { state.applied = applied }
        state.counters = result.counters
        if case .stop = request { state.isStopped = true }
        answer.signal()
      }
      state.requests = []
      return !state.isStopped
    }
  }
}
