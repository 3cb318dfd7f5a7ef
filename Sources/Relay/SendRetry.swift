/// What to do when the kernel has no room for a frame: a receiver that is busy makes some in a moment, one whose interface
/// is down never does.
struct SendRetry {
  /// Often enough not to be seen at the other end, seldom enough not to spin.
  static let pause: Int64 = 50_000
  /// No busy receiver takes as long.
  static let patience: Int64 = 100_000_000

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
    at = now + Self.pause
    return true
  }

  mutating func sent() { refusedSince = nil }
}
