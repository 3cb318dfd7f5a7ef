/// The echoes to one target that are waited for, and those that were given up and whose answers are still recognised. Times
/// are nanoseconds of CLOCK_MONOTONIC, and all of them are given.
///
/// What is missed and what is answered comes out in the order in which it happened, however late it is looked at: an echo
/// that was to be given up 1 ms before a later one's answer came is given up first, also by a thread that wakes 5 ms late.
/// Whether three in a row were missed would else be a matter of how busy the machine was.
struct EchoesInFlight {
  struct Echo: Hashable {
    let sequence: Int
    let sent: Int64
    /// An answer that comes later is late.
    let deadline: Int64
    var isGivenUp = false
  }

  enum Event: Hashable {
    /// It was given up at that time.
    case missed(Echo, at: Int64)
    /// It was answered at that time; `isLate` if it had been given up before.
    case answered(Echo, at: Int64, isLate: Bool)
  }

  /// An echo that was sent so much later than it was due, or less, is waited for as if it had been in time.
  static let patience: Int64 = 10_000_000

  private let timeout: Int64
  /// How long after its sending an echo that was given up is recognised.
  private let lateness: Int64
  private var echoes: [Int: Echo] = [:]

  init(timeout: Int64, lateness: Int64) {
    self.timeout = timeout
    self.lateness = max(timeout, lateness)
  }

  /// One was sent.
  mutating func add(_ sequence: Int, due: Int64, sent: Int64) {
    let start = (0...Self.patience).contains(sent - due) ? due : sent
    echoes[sequence] = Echo(sequence: sequence, sent: sent, deadline: start + timeout)
  }

  /// When one has to be given up next; nil if none is waited for.
  var nextDeadline: Int64? { echoes.values.filter { !$0.isGivenUp }.map(\.deadline).min() }

  /// An answer came: what was to be given up before it, and the answer; nothing for what nobody waits for. Answers are
  /// told in the order in which they came.
  mutating func answer(_ sequence: Int, received: Int64) -> [Event] {
    guard let known = echoes[sequence] else { return [] }
    let received = max(known.sent, received)
    let missed = waiting { $0.deadline < received }
    for echo in missed { echoes[echo.sequence]?.isGivenUp = true }
    guard let echo = echoes.removeValue(forKey: sequence) else { return [] }
    return missed.map { .missed($0, at: $0.deadline) } + [.answered(echo, at: received, isLate: echo.isGivenUp)]
  }

  /// Gives up what was not answered in time; what was given up long ago is forgotten.
  mutating func giveUp(at now: Int64) -> [Event] {
    let missed = waiting { $0.deadline <= now }
    for echo in missed { echoes[echo.sequence]?.isGivenUp = true }
    echoes = echoes.filter { $0.value.sent + lateness > now }
    return missed.map { .missed($0, at: now) }
  }

  /// Those that are waited for and match, the first one to give up first.
  private func waiting(_ matches: (Echo) -> Bool) -> [Echo] {
    echoes.values.filter { !$0.isGivenUp && matches($0) }
      .sorted { ($0.deadline, $0.sequence) < ($1.deadline, $1.sequence) }
  }
}
