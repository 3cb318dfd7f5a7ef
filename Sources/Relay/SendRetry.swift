/// What to do when the kernel has no room for a frame: a receiver that is busy makes some in a moment, one whose interface
/// is down never does.
struct SendRetry {
  /// Often enough not to be seen at the other end, seldom enough not to spin; a sixteenth of the time that it has been
  /// refused, where that is longer, up to a millisecond.
  static let pause: Int64 = 50_000
  private static let longestPause: Int64 = 1_000_000
  /// No busy receiver takes as long: its kernel thread was seen to wait for more than 0.1 s on a machine with six times as
  /// many that want to run as processors.
  static let patience: Int64 = 1_000_000_000

  /// Before this time there is no use in sending.
  private(set) var at: Int64 = .min
  private var refusedSince: Int64?

  /// Takes note of a refusal.
  ///
  /// - Returns: whether to try the same frame again at ``at``; false lets it go, and the following ones that are refused.
  mutating func refused(at now: Int64) -> Bool {
    let since = refusedSince ?? now
    refusedSince = since
    guard now - since < Self.patience else { return false }
    at = now + min(Self.longestPause, max(Self.pause, (now - since) / 16))
    return true
  }

  mutating func sent() { refusedSince = nil }
}
