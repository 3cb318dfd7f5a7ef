/// When something that repeats is due. Times are nanoseconds of CLOCK_MONOTONIC.
struct ProbeTimer: Hashable {
  private(set) var due: Int64
  private let interval: Int64

  init(start: Int64, interval: Duration) {
    due = start
    self.interval = max(1_000_000, interval.nanoseconds)
  }

  /// Makes it due now, and the next time an interval later.
  mutating func restart(at now: Int64) { due = now }

  /// Whether it is due; if so, it next is an interval later. What was missed by more than an interval is not made up for,
  /// and what follows is due at the times at which it would have been.
  mutating func fires(at now: Int64) -> Bool {
    guard due <= now else { return false }
    due += ((now - due) / interval + 1) * interval
    return true
  }
}
