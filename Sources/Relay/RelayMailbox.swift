internal import Dispatch
internal import Synchronization

/// What other threads want of the relay's thread, and what it answered.
final class RelayMailbox: Sendable {
  enum Request: Sendable {
    case apply(RelayConditions)
    case report
    case stop
  }

  struct Answer: Sendable {
    /// When the conditions that hold now were taken, in nanoseconds of CLOCK_MONOTONIC.
    var applied: Int64 = 0
    var downlink = LaneCounters()
    var uplink = LaneCounters()
    /// What the relay's thread has used of a processor.
    var processorNanoseconds: Int64 = 0
  }

  private final class Letter: Sendable {
    let request: Request
    let answer = Mutex(Answer())
    let isAnswered = DispatchSemaphore(value: 0)

    init(_ request: Request) { self.request = request }
  }

  private struct State {
    var letters: [Letter] = []
    /// Set once the relay has ended.
    var last: Answer?
  }

  private let state = Mutex(State())
  private let flag = Atomic(false)

  /// Leaves a request, rings and waits for the answer; after the relay's end it is the last one.
  func ask(_ request: Request, ring: () -> Void) -> Answer {
    let letter = Letter(request)
    let last = state.withLock { state in
      if state.last == nil { state.letters.append(letter) }
      flag.store(true, ordering: .releasing)
      return state.last
    }
    if let last { return last }
    ring()
    letter.isAnswered.wait()
    return letter.answer.withLock { $0 }
  }

  /// Whether anything was left; one atomic load.
  var hasRequests: Bool { flag.load(ordering: .acquiring) }

  /// Called by the relay's thread: hands it every request and wakes who waits.
  ///
  /// - Returns: false if the relay is to end.
  func serve(_ handle: (Request) -> Answer) -> Bool {
    var letters = state.withLock { state in
      flag.store(false, ordering: .relaxed)
      defer { state.letters = [] }
      return state.letters
    }
    let stop = letters.first { if case .stop = $0.request { true } else { false } }
    if let stop {
      let last = handle(stop.request)
      letters += state.withLock { state in
        state.last = last
        defer { state.letters = [] }
        return state.letters
      }
    }
    for letter in letters {
      let answer = handle(letter.request)
      letter.answer.withLock { $0 = answer }
      letter.isAnswered.signal()
    }
    return stop == nil
  }
}
