/// How long the relay lets frames gather before it looks again.
///
/// A thread that wakes for each of 100 000 frames a second spends its time in waking, and so does the receiver, whose
/// kernel merges only what comes together. So where many frames pass, those that are due within a tenth of a millisecond
/// leave together. It is no longer than the link's delay: a frame that arrives meanwhile is not late for it.
struct RelayPace {
  /// What a frame may be late for company.
  static let longest: Int64 = 100_000
  /// So many frames in and out within ``span`` are many.
  private static let crowd = 16
  private static let span: Int64 = 500_000

  private var frames = 0
  private var since: Int64 = .min
  private(set) var isBusy = false

  /// Takes note of frames that were read and sent until now.
  mutating func note(_ number: Int, at now: Int64) {
    frames += number
    if since == .min { since = now }
    let passed = now - since
    guard frames >= Self.crowd || passed > Self.span else { return }
    isBusy = frames >= Self.crowd && passed <= Self.span
    frames = 0
    since = now
  }

  /// How long to let frames gather, in nanoseconds, where the link delays by so much; 0 for not at all.
  func gathering(delay: Int64) -> Int64 { isBusy ? min(Self.longest, delay) : 0 }
}
