internal import LinuxSystem
internal import Synchronization

/// What other threads ask of a probe's thread.
final class ProbeControl: Sendable {
  /// To probe now.
  struct Again: Hashable {
    /// What was sent before counts no more; nil if it does.
    var horizon: Int64?
  }

  let poller: Poller
  private let stopped = Atomic(false)
  private let started = Atomic(false)
  private let again = Mutex<Again?>(nil)
  private let first = Atomic<Int64>(0)

  init() throws(SystemError) { poller = try Poller() }

  var isStopped: Bool { stopped.load(ordering: .acquiring) }
  var isStarted: Bool { started.load(ordering: .acquiring) }

  /// When the first probes are due, in nanoseconds of CLOCK_MONOTONIC.
  var firstDue: Int64 { first.load(ordering: .acquiring) }

  func start(at time: Int64) {
    first.store(time, ordering: .releasing)
    started.store(true, ordering: .releasing)
    poller.wake()
  }

  func stop() {
    stopped.store(true, ordering: .releasing)
    poller.wake()
  }

  /// Asks for probes now.
  func probeAgain(forgettingBefore time: Int64?) {
    again.withLock { $0 = Again(horizon: time ?? $0?.horizon) }
    poller.wake()
  }

  /// What was asked for since the last call.
  func takeAgain() -> Again? {
    again.withLock { again in
      defer { again = nil }
      return again
    }
  }
}
