/// Decides from results of probes, one after the other, whether the network is online, degraded or offline.
///
/// - **Offline**: `missesToGoDown` echoes in a row were missed (timed out, refused or unreachable), with no success of any kind
///   that was sent as late as the first of them or later. HTTP, TCP and DNS that fail decide nothing: a server may be down.
/// - **Online**, from nothing known or from offline: `successesToComeUp` successes that were sent later than every counted
///   miss. Any reply is one; from nothing known the first is enough.
/// - **Degraded**, from online: among the last 10 echoes 2 or more were missed, or the median round trip of the last 5 answered
///   is above 1.5 s. **Online** again: none of the last 10 was missed and the median is 1.2 s at most. (``ProbeQuality`` has
///   these numbers.) Both are judged only
///   while no miss stands without a later success, so total loss goes straight from online to offline.
/// - What was sent before counts before, whenever its result comes: a slow old answer never overwrites a newer result,
///   and a timeout of something older than the newest success is a loss but no sign of being offline.
/// - When the network comes up, the 10 and the 5 start anew: with the answers that showed it, and what is sent from then on.
/// - Where ``kinds`` are named, they stand in the place of the echoes, nothing else counts as a success, and an answer that is
///   not the right one (a portal's, a name without addresses) is a miss.
public struct ProbeRule: Hashable, Sendable {
  /// Missed echoes in a row that mean offline; at least 1.
  public let missesToGoDown: Int
  /// Successes that mean online again; at least 1.
  public let successesToComeUp: Int
  /// The kinds that decide; nil for the rule above, in which echoes decide and any success counts.
  public let kinds: Set<ProbeKind>?
  /// What degraded is.
  public let quality: ProbeQuality

  /// How many echoes are looked at for losses.
  public static let lossWindow = 10
  /// So many of them missed are too many.
  public static let lossesToDegrade = 2
  /// How many answered echoes are looked at for slowness.
  public static let slownessWindow = 5
  /// A median above this is too slow, in nanoseconds.
  public static let slowRoundTrip: Int64 = 1_500_000_000
  /// A median up to this is fast enough again, in nanoseconds.
  public static let goodRoundTrip: Int64 = 1_200_000_000

  /// The status now; nil while nothing is known.
  public private(set) var status: ProbeStatus?

  /// Misses in a row, by the time they were sent, no more than are needed.
  private var misses: [ProbeResult] = []
  /// Successes in a row while not up.
  private var successes: [ProbeResult] = []
  /// When the newest success, and the newest counted miss, was sent.
  private var newestSuccess = Int64.min
  private var newestMiss = Int64.min
  /// The last echoes by the time they were sent.
  private var echoes: [ProbeResult] = []
  /// Echoes sent before this belong to the time when the network was gone, and are no sign of how it is now.
  private var windowStart = Int64.min
  /// What was sent before this says nothing any more.
  private var horizon = Int64.min
  /// The last answered echoes by the time they were sent.
  private var answered: [ProbeResult] = []

  /// A rule for which nothing is known yet.
  public init(
    missesToGoDown: Int = 3, successesToComeUp: Int = 1, kinds: Set<ProbeKind>? = nil,
    quality: ProbeQuality = ProbeQuality()
  ) {
    self.missesToGoDown = max(1, missesToGoDown)
    self.successesToComeUp = max(1, successesToComeUp)
    self.kinds = kinds
    self.quality = quality
  }

  /// Knows nothing again, as after a change of the network: what was sent before `time` counts no more, whenever its result
  /// comes.
  public mutating func forget(before time: Int64) {
    self = ProbeRule(
      missesToGoDown: missesToGoDown, successesToComeUp: successesToComeUp, kinds: kinds, quality: quality)
    horizon = time
  }

  /// Whether losses and slowness of a kind count.
  private func measures(_ kind: ProbeKind) -> Bool { kinds?.contains(kind) ?? kind.isEcho }

  /// Takes in a result.
  ///
  /// - Returns: the change that it brings, if any.
  public mutating func observe(_ result: ProbeResult) -> ProbeDecision? {
    guard !result.isLate, result.sent >= horizon else { return nil }
    if result.outcome == .reply { return kinds?.contains(result.kind) ?? true ? observeSuccess(result) : nil }
    return measures(result.kind) ? observeMiss(result) : nil
  }

  private mutating func observeSuccess(_ result: ProbeResult) -> ProbeDecision? {
    newestSuccess = max(newestSuccess, result.sent)
    misses.removeAll { $0.sent <= result.sent }
    if status == .online || status == .degraded {
      if measures(result.kind) { note(result) }
      return judgeQuality(at: result.ended)
    }
    guard result.sent > newestMiss else { return nil }
    successes.append(result)
    guard successes.count >= (status == nil ? 1 : successesToComeUp) else { return nil }
    let decision = decide(
      .online, successes, at: result.ended,
      status == nil ? "the first answer came" : "\(successes.count) answered after the last miss")
    echoes = []
    answered = []
    windowStart = .min
    for success in successes where measures(success.kind) { note(success) }
    windowStart = result.ended
    successes = []
    return decision
  }

  private mutating func observeMiss(_ result: ProbeResult) -> ProbeDecision? {
    if status == .online || status == .degraded { note(result) }
    guard result.sent > newestSuccess else { return judgeQuality(at: result.ended) }
    newestMiss = max(newestMiss, result.sent)
    successes = []
    guard status != .offline else { return nil }
    insert(result, into: &misses)
    guard misses.count >= missesToGoDown else { return nil }
    let evidence = misses
    misses = []
    return decide(.offline, evidence, at: result.ended, Self.words(evidence))
  }

  private mutating func judgeQuality(at time: Int64) -> ProbeDecision? {
    guard misses.isEmpty else { return nil }
    let lost = echoes.filter { $0.outcome != .reply }
    let median = medianRoundTrip
    switch status {
    case .online:
      if lost.count >= max(1, quality.lossesToDegrade) {
        return decide(.degraded, lost, at: time, "\(lost.count) of the last \(echoes.count) \(what) were missed")
      }
      if let median, median > quality.slowRoundTrip.nanoseconds {
        let slow = answered.filter { $0.rtt.map { $0 > quality.slowRoundTrip.nanoseconds } ?? false }
        return decide(.degraded, slow, at: time, "the median round trip is \(median / 1_000_000) ms")
      }
    case .degraded:
      guard echoes.count >= lossWindow, lost.isEmpty, let median, median <= quality.goodRoundTrip.nanoseconds else {
        return nil
      }
      return decide(
        .online, echoes, at: time,
        "none of the last \(echoes.count) \(what) was missed and the median round trip is \(median / 1_000_000) ms")
    case .offline, nil: break
    }
    return nil
  }

  private var lossWindow: Int { max(1, quality.lossWindow) }
  private var slownessWindow: Int { max(1, quality.slownessWindow) }

  /// What is counted, in words.
  private var what: String { kinds.map { $0.allSatisfy(\.isEcho) } ?? true ? "echoes" : "probes" }

  /// How what was missed ended, such as `3 echoes in a row were missed`.
  private static func words(_ misses: [ProbeResult]) -> String {
    if misses.allSatisfy(\.kind.isEcho) { return "\(misses.count) echoes in a row were missed" }
    let isPortal = misses.allSatisfy { $0.outcome == .portal }
    return isPortal
      ? "\(misses.count) requests in a row were answered by someone else, as a captive portal does"
      : "\(misses.count) probes in a row failed: "
        + misses.map { "\($0.kind.rawValue) \($0.outcome.rawValue)" }.joined(separator: ", ")
  }

  /// Of the last answered echoes; nil while there are fewer than are looked at.
  private var medianRoundTrip: Int64? {
    guard answered.count >= slownessWindow else { return nil }
    return answered.compactMap(\.rtt).sorted()[answered.count / 2]
  }

  private mutating func note(_ echo: ProbeResult) {
    guard echo.sent >= windowStart else { return }
    insert(echo, into: &echoes)
    if echoes.count > lossWindow { echoes.removeFirst() }
    guard echo.outcome == .reply, echo.rtt != nil else { return }
    insert(echo, into: &answered)
    if answered.count > slownessWindow { answered.removeFirst() }
  }

  /// Keeps the order in which the probes were sent.
  private func insert(_ result: ProbeResult, into results: inout [ProbeResult]) {
    let index = results.lastIndex { ($0.sent, $0.sequence) <= (result.sent, result.sequence) }
    results.insert(result, at: index.map { $0 + 1 } ?? 0)
  }

  private mutating func decide(
    _ new: ProbeStatus, _ evidence: [ProbeResult], at time: Int64, _ reason: String
  ) -> ProbeDecision {
    defer { status = new }
    let first = evidence.min { ($0.ended, $0.sent) < ($1.ended, $1.sent) }
    return ProbeDecision(
      from: status, to: new, firstEvidence: first?.ended ?? time, firstEvidenceSent: first?.sent ?? time, decided: time,
      sequences: evidence.map(\.sequence), reason: reason)
  }
}
