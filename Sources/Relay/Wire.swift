/// When one frame after the other has left the wire. A value without a clock of its own: every time is given.
struct Wire {
  private var rate: UInt64?
  private var trace: LaneTrace?
  /// When the last frame has left it.
  private(set) var freeAt: Int64 = .min

  /// The moment of the trace that was used last, and what it has left.
  private var opportunity: Int64 = .min
  private var left = 0
  private var cycleStart: Int64 = 0
  private var position = 0
  private var traceStart: Int64 = 0

  /// Takes a new rate or trace for frames that come from now on; it stays busy with what it has.
  mutating func apply(_ conditions: LaneConditions, at now: Int64) {
    rate = conditions.rateBitsPerSecond
    trace = conditions.trace
    traceStart = now
    opportunity = .min
    left = 0
  }

  /// Puts a frame on the wire as soon as it is there and the wire is free.
  ///
  /// - Returns: when its last bit has left.
  mutating func send(bytes: Int, from arrival: Int64) -> Int64 {
    if let trace {
      freeAt = sendByTrace(trace, bytes: max(1, bytes - LaneTrace.headerBytes), from: max(arrival, freeAt))
    } else {
      freeAt = max(arrival, freeAt) + serialisation(bytes: bytes)
    }
    return freeAt
  }

  /// How long a frame of so many bytes, FCS not counted, occupies the wire, in nanoseconds.
  private func serialisation(bytes: Int) -> Int64 {
    guard let rate, rate > 0 else { return 0 }
    return Int64(UInt64(bytes) * 8_000_000_000 / rate)
  }

  private mutating func sendByTrace(_ trace: LaneTrace, bytes: Int, from start: Int64) -> Int64 {
    if opportunity < start { seek(trace, start) }
    var missing = bytes
    while missing > left {
      missing -= left
      advance(trace)
    }
    left -= missing
    return opportunity
  }

  /// Goes to the first moment that is not before `time`; those in between pass unused.
  private mutating func seek(_ trace: LaneTrace, _ time: Int64) {
    let since = max(0, time - traceStart)
    var cycle = since / trace.length
    var within = since % trace.length
    // The last moment of a round is at the same time as the start of the next one, and comes first.
    if within == 0, cycle > 0 {
      cycle -= 1
      within = trace.length
    }
    cycleStart = traceStart + cycle * trace.length
    position = trace.position(notBefore: within)
    use(trace)
  }

  private mutating func advance(_ trace: LaneTrace) {
    position += 1
    if position == trace.opportunities.count {
      position = 0
      cycleStart += trace.length
    }
    use(trace)
  }

  private mutating func use(_ trace: LaneTrace) {
    opportunity = cycleStart + Int64(trace.opportunities[position]) * 1_000_000
    left = LaneTrace.bytesPerOpportunity
  }
}
