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
  private var offered = 0

  /// - Parameter isBounded: Whether it has no more memory than its conditions need, which is little where a test hands in
  ///   at once what would come in a minute.
  init(
    _ conditions: LaneConditions, _ direction: Direction = .uplink, seed: UInt64 = 42, isBounded: Bool = false
  ) {
    lane = Lane(direction, seed: seed, conditions)
    if !isBounded { lane.allow(.most) }
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
    let frame = lane.memory(for: Int32(length))
    guard let frame else {
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { unread in
        guard let base = unread.baseAddress else { return false }
        return lane.admit(base, length: Int32(length), arrival: arrival, flow: flow, hasMemory: false)
      }
    }
    frame.update(repeating: 0, count: length)
    let name = number ?? offered
    for index in 0..<4 { frame[index] = UInt8(truncatingIfNeeded: name >> (24 - 8 * index)) }
    offered += 1
    let isKept =
      isConditioned
      ? lane.admit(frame, length: Int32(length), arrival: arrival, flow: flow)
      : lane.carry(frame, length: Int32(length), arrival: arrival)
    if !isKept { lane.giveBack(frame, length: Int32(length)) }
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
      lane.noteSent(lane.outbox.count, at: now ?? exits.last?.due ?? 0)
    }
  }

  /// How many frames of a length are free or can still be made, to see that none is lost.
  func freeFrames(length: Int32 = 98) -> Int {
    var taken: [UnsafeMutablePointer<UInt8>] = []
    while let frame = lane.memory(for: length) { taken.append(frame) }
    for frame in taken { lane.giveBack(frame, length: length) }
    return taken.count
  }

  /// How much memory the lane has taken so far, in bytes.
  var memoryBytes: Int { lane.memoryBytes }
}
