internal import Synchronization

/// Numbers and dates the events of one run.
public final class RunRecorder: Sendable {
  /// The run's name.
  public let run: String
  /// When it started, in nanoseconds of CLOCK_MONOTONIC.
  public let start: Int64
  private let sink: @Sendable (RecordEvent) -> Void

  private struct State {
    var next = 0
    var findings: [RecordEvent] = []
  }

  private let state = Mutex(State())

  /// A recorder whose first event has number 0.
  public init(run: String, start: Int64, sink: @escaping @Sendable (RecordEvent) -> Void) {
    self.run = run
    self.start = start
    self.sink = sink
  }

  /// Records what happened at a time of CLOCK_MONOTONIC, in nanoseconds.
  ///
  /// - Returns: the event's number.
  @discardableResult
  public func append(_ payload: RecordPayload, at time: Int64) -> Int {
    // Numbers are given and lines written under one lock, so that they are in order in the file.
    state.withLock { state in
      let event = RecordEvent(t: time - start, n: state.next, run: run, payload: payload)
      state.next += 1
      switch payload {
      case .conditionChanged, .transition, .measured, .appExited: state.findings.append(event)
      default: break
      }
      sink(event)
      return event.n
    }
  }

  /// The conditions, transitions, measurements and the program's end so far: what expectations are about.
  public var findings: [RecordEvent] { state.withLock { $0.findings } }

  /// A time of CLOCK_MONOTONIC as nanoseconds since the run started.
  public func relative(_ time: Int64) -> Int64 { time - start }
}
