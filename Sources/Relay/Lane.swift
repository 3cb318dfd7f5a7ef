/// One direction of the relay: the frames in it, their times, and what became of those before.
struct Lane {
  struct Entry {
    let due: Int64
    let frame: UnsafeMutablePointer<UInt8>
    let length: Int32
  }

  let direction: Direction
  var clock: LaneClock
  var entries = Ring<Entry>()
  var flows = FlowTable()
  var counters = LaneCounters()

  init(_ direction: Direction, _ conditions: LaneConditions) {
    self.direction = direction
    clock = LaneClock(conditions)
  }

  /// After the kernel had no room for a frame: when to try again.
  var retryAt: Int64 = .min

  /// When there is next something to send; `Int64.max` for never.
  var nextSend: Int64 { entries.first.map { max($0.due, retryAt) } ?? .max }

  /// Decides a frame's fate; false means that it goes no further and its memory is free.
  mutating func admit(
    _ frame: UnsafeMutablePointer<UInt8>, length: Int32, arrival: Int64, flow: UInt64, seed: UInt64
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
    guard let due = clock.admit(arrival: arrival, bytes: Int(length)) else {
      counters.droppedByQueue += 1
      return false
    }
    entries.append(Entry(due: due, frame: frame, length: length))
    return true
  }

  mutating func noteSent(_ number: Int, at now: Int64) {
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
