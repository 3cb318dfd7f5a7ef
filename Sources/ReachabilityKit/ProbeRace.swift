/// One question to several addresses of one host, in the manner of RFC 8305. A function of results and times.
///
/// Addresses are asked in turn: the next when the last has not answered for the head start, or at once when it has failed. The
/// first answer counts. What comes after it counts no more, and who was not asked by then is not.
struct ProbeRace: Hashable {
  private let count: Int
  private let headStart: Int64
  /// How many were asked.
  private(set) var asked = 0
  /// When the next one is to be asked; nil when none is.
  private(set) var nextDue: Int64?
  /// Whether the answer, or that there is none, is known.
  private(set) var isDecided = false
  private var open: Set<Int> = []
  private var misses: [ProbeResult] = []

  /// - Parameter count: How many addresses there are; at least 1.
  init(count: Int, headStart: Int64, at start: Int64) {
    self.count = count
    self.headStart = headStart
    nextDue = start
  }

  /// Whether nothing of it is to come any more.
  var isOver: Bool { isDecided && open.isEmpty }

  /// The address to ask now; nil if none is.
  mutating func turn(at now: Int64) -> Int? {
    guard let due = nextDue, due <= now else { return nil }
    defer { asked += 1 }
    nextDue = asked + 1 < count ? now + headStart : nil
    return asked
  }

  /// Takes the number of the probe that asks.
  mutating func note(_ sequence: Int) { open.insert(sequence) }

  /// Takes the result of one of its probes.
  ///
  /// - Returns: the result of the whole: an answer, or when all have failed the miss that began first, ended when the last did.
  mutating func observe(_ result: ProbeResult) -> ProbeResult? {
    guard !result.isLate, open.remove(result.sequence) != nil, !isDecided else { return nil }
    if result.outcome == .reply {
      isDecided = true
      nextDue = nil
      return result
    }
    misses.append(result)
    if nextDue != nil { nextDue = result.ended }
    guard open.isEmpty, nextDue == nil, var miss = misses.min(by: { $0.sent < $1.sent }) else { return nil }
    isDecided = true
    miss.ended = result.ended
    return miss
  }

  /// Addresses in the order of RFC 8305, section 4: the families take turns, that of the first one first.
  static func order(_ addresses: [String]) -> [String] {
    func isIPv6(_ address: String) -> Bool { address.contains(":") }
    guard let first = addresses.first else { return [] }
    var own = addresses.filter { isIPv6($0) == isIPv6(first) }[...]
    var other = addresses.filter { isIPv6($0) != isIPv6(first) }[...]
    var result: [String] = []
    while !own.isEmpty || !other.isEmpty {
      if let next = own.popFirst() { result.append(next) }
      if let next = other.popFirst() { result.append(next) }
    }
    return result
  }
}
