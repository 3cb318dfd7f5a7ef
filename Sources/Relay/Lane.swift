/// One direction of the relay: the frames in it, their times, and what became of those before.
struct Lane: ~Copyable {
  struct Entry {
    let due: Int64
    let frame: UnsafeMutablePointer<UInt8>
    let length: Int32
  }

  let direction: Direction
  let seed: UInt64
  var clock: LaneClock
  var entries = Ring<Entry>()
  var retry = SendRetry()
  var counters = LaneCounters()
  private var flows = FlowTable()

  init(_ direction: Direction, seed: UInt64, _ conditions: LaneConditions) {
    self.direction = direction
    self.seed = seed
    clock = LaneClock(conditions)
  }

  /// When there is next something to send; `Int64.max` for never.
  var nextSend: Int64 { entries.first.map { max($0.due, retry.at) } ?? .max }

  /// Decides a frame's fate.
  ///
  /// - Parameter hasMemory: Whether the frame can be kept; one that can't is an overrun.
  /// - Returns: false if it goes no further and its memory is free.
  mutating func admit(
    _ frame: UnsafeMutablePointer<UInt8>, length: Int32, arrival: Int64, flow: UInt64, hasMemory: Bool = true
  ) -> Bool {
    counters.offeredPackets += 1
    counters.offeredBytes += UInt64(length)
    let isLost = Verdict.isLost(
      lossFraction: clock.conditions.lossFraction, seed: seed, direction: direction, flow: flow,
      index: flows.nextIndex(flow))
    if isLost {
      counters.lostByCondition += 1
      return false
    }
    guard hasMemory else {
      counters.overruns += 1
      return false
    }
    guard let due = clock.admit(arrival: arrival, bytes: Int(length)) else {
      counters.droppedByQueue += 1
      return false
    }
    entries.append(Entry(due: due, frame: frame, length: length))
    return true
  }

  /// Counts frames that reached the lane and that nobody could read.
  mutating func noteOverruns(_ number: Int) {
    counters.offeredPackets += UInt64(number)
    counters.overruns += UInt64(number)
  }

  /// Counts the first frames as sent; they are still to be removed.
  mutating func noteSent(_ number: Int, at now: Int64) {
    retry.sent()
    for offset in 0..<number {
      guard let entry = entries[offset] else { break }
      let late = max(0, now - entry.due)
      counters.deliveredPackets += 1
      counters.deliveredBytes += UInt64(entry.length)
      counters.maxLatenessNanoseconds = max(counters.maxLatenessNanoseconds, late)
      counters.totalLatenessNanoseconds += late
    }
  }
}
