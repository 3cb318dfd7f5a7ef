@testable import Relay

/// A lane with memory of its own, for tests that need no kernel: frames go in at times of the test's choosing and come out
/// as they are due.
final class LaneProbe {
  /// A frame that came out.
  struct Exit: Equatable {
    let number: Int
    let due: Int64
    let bytes: [UInt8]
  }

  private var lane: Lane
  private var pool = FramePool()
  private var offered = 0

  init(_ conditions: LaneConditions, _ direction: Direction = .uplink, seed: UInt64 = 42) {
    lane = Lane(direction, seed: seed, conditions)
  }

  var counters: LaneCounters { lane.counters }
  var framesInLink: Int { lane.framesInLink }
  var nextEvent: Int64 { lane.nextEvent }

  func apply(_ conditions: LaneConditions, at now: Int64) { lane.apply(conditions, at: now) }

  /// Offers a frame of zeros with its number, counted from 0 unless given, in the first four bytes.
  @discardableResult
  func offer(
    at arrival: Int64 = 0, flow: UInt64 = 7, number: Int? = nil, length: Int = 98, isConditioned: Bool = true
  ) -> Bool {
    let frame = pool.take()
    guard let frame else { return false }
    frame.update(repeating: 0, count: length)
    let name = number ?? offered
    for index in 0..<4 { frame[index] = UInt8(truncatingIfNeeded: name >> (24 - 8 * index)) }
    offered += 1
    let isKept =
      isConditioned
      ? lane.admit(frame, length: Int32(length), arrival: arrival, flow: flow, pool: &pool)
      : lane.carry(frame, length: Int32(length), arrival: arrival)
    if !isKept { pool.give(frame) }
    return isKept
  }

  /// Takes out what is due by `now`, or all that is in the lane, in the order in which it leaves.
  func drain(until now: Int64? = nil) -> [Exit] {
    var exits: [Exit] = []
    while true {
      lane.fillOutbox(now ?? .max)
      guard lane.outbox.count > 0 else { return exits }
      for offset in 0..<lane.outbox.count {
        guard let frame = lane.outbox.frame(offset) else { continue }
        let number = (0..<4).reduce(0) { $0 << 8 | Int(frame[$1]) }
        let bytes = (0..<Int(lane.outbox.length(offset))).map { frame[$0] }
        exits.append(Exit(number: number, due: lane.outbox.due(offset), bytes: bytes))
      }
      lane.noteSent(lane.outbox.count, at: now ?? exits.last?.due ?? 0, &pool)
    }
  }

  /// How many frames are free or can still be made, to see that none is lost.
  func freeFrames() -> Int {
    var taken: [UnsafeMutablePointer<UInt8>] = []
    while let frame = pool.take() { taken.append(frame) }
    for frame in taken { pool.give(frame) }
    return taken.count
  }
}
