import Testing

@testable import Relay

@Suite("Super-frames in a lane")
struct SuperFrameLaneTests {
  private static let size = 1448
  private static let frame = TCPFrame(
    flags: TCPFrame.ack | TCPFrame.push, payload: TCPFrame.payload(1448 * 43 + 700))

  /// What left, and in which runs.
  private struct Departure: Equatable {
    var bytes: [[UInt8]] = []
    var dues: [Int64] = []
    var runs: [Int] = []
  }

  private static func depart(_ lane: inout Lane) -> Departure {
    var departure = Departure()
    while true {
      lane.fillOutbox(.max)
      let count = lane.outbox.count
      guard count > 0 else { return departure }
      var offset = 0
      while offset < count {
        departure.runs.append(lane.outbox.run(at: offset))
        offset += departure.runs.last ?? count
      }
      for offset in 0..<count {
        let length = Int(lane.outbox.length(offset))
        departure.bytes.append(
          lane.outbox.frame(offset).map { Array(UnsafeBufferPointer(start: $0, count: length)) } ?? [])
        departure.dues.append(lane.outbox.due(offset))
      }
      lane.noteSent(count, at: 0)
    }
  }

  private static func offer(_ frame: TCPFrame, to lane: inout Lane, at arrival: Int64, isConditioned: Bool = true) {
    var unread: UInt8 = 0
    frame.withSuperFrame(segmentBytes: size) { whole in
      guard let whole else { return }
      lane.take(whole, arrival: arrival, flow: 7, isConditioned: isConditioned, unread: &unread)
    }
  }

  private static func offerSingly(_ frame: TCPFrame, to lane: inout Lane, at arrival: Int64) {
    for segment in frame.segments(of: size) {
      guard let place = lane.memory(for: Int32(segment.count)) else { continue }
      place.update(from: segment, count: segment.count)
      if !lane.admit(place, length: Int32(segment.count), arrival: arrival, flow: 7) {
        lane.giveBack(place, length: Int32(segment.count))
      }
    }
  }

  private static let percent: UInt32 = .max / 100
  static let conditions: [LaneConditions] = [
    LaneConditions(), LaneConditions(loss: .independent(30 * percent)), LaneConditions(corruptFraction: 20 * percent),
    LaneConditions(duplicateFraction: 20 * percent),
    LaneConditions(rateBitsPerSecond: 10_000_000, queue: LaneQueue(.packets(50))),
    LaneConditions(rateBitsPerSecond: 10_000_000, queue: LaneQueue(.packets(50), dropsHead: true)),
    LaneConditions(
      rateBitsPerSecond: 50_000_000, delayNanoseconds: 5_000_000,
      jitter: LaneJitter(deviationNanoseconds: 1_000_000), loss: .independent(5 * percent),
      duplicateFraction: 5 * percent, corruptFraction: 5 * percent, queue: LaneQueue(.bytes(100_000))),
  ]

  @Test("its segments meet what the same frames meet that are sent singly", arguments: conditions.indices)
  func fates(_ index: Int) {
    let conditions = Self.conditions[index]
    var whole = Lane(.downlink, seed: 42, conditions)
    var single = Lane(.downlink, seed: 42, conditions)
    for number in 0..<6 as Range<Int64> {
      Self.offer(Self.frame, to: &whole, at: number * 1_000_000)
      Self.offerSingly(Self.frame, to: &single, at: number * 1_000_000)
    }
    let (got, expected) = (Self.depart(&whole), Self.depart(&single))
    #expect(got.bytes == expected.bytes)
    #expect(got.dues == expected.dues)
    #expect(expected.runs.allSatisfy { $0 == 1 })
    let counters = (whole.counters, single.counters)
    #expect(counters.0 == counters.1)
    #expect(counters.0.offeredPackets == 6 * 44)
  }

  @Test("all of it that nothing happened to leaves as one, never with the next one's")
  func whole() {
    var lane = Lane(.downlink, seed: 42, LaneConditions())
    for _ in 0..<5 { Self.offer(Self.frame, to: &lane, at: 0) }
    #expect(Self.depart(&lane).runs == [44, 44, 44, 44, 44])
    Self.offer(Self.frame, to: &lane, at: 0, isConditioned: false)
    #expect(Self.depart(&lane).runs == [44])
  }

  @Test("what is lost or corrupted parts those before from those after it")
  func parted() {
    for conditions in [
      LaneConditions(loss: .independent(10 * Self.percent)), LaneConditions(corruptFraction: 10 * Self.percent),
    ] {
      var lane = Lane(.downlink, seed: 42, conditions)
      Self.offer(Self.frame, to: &lane, at: 0)
      let departure = Self.depart(&lane)
      let sent = Self.frame.segments(of: Self.size)
      // The runs as the frames themselves say it: whole ones that the sender numbered in a row.
      var runs: [Int] = []
      var previous: Int?
      for bytes in departure.bytes {
        let number = sent.firstIndex(of: bytes)
        if let number, let last = previous, number == last + 1 {
          runs[runs.count - 1] += 1
        } else {
          runs.append(1)
        }
        previous = number
      }
      #expect(departure.runs == runs)
      #expect(runs.count > 1)
    }
  }

  @Test("a duplicate is no segment of it")
  func duplicate() {
    var lane = Lane(.downlink, seed: 42, LaneConditions(duplicateFraction: .max))
    Self.offer(Self.frame, to: &lane, at: 0)
    #expect(Self.depart(&lane).runs == [Int](repeating: 1, count: 88))
  }

  @Test("one that the kernel refuses is sent as the frames it is made of, and the next one whole")
  func split() {
    var lane = Lane(.downlink, seed: 42, LaneConditions())
    for _ in 0..<2 { Self.offer(Self.frame, to: &lane, at: 0) }
    lane.fillOutbox(.max)
    let (isSplit, first, inside, next) = (
      lane.splitFirst(), lane.outbox.run(at: 0), lane.outbox.run(at: 43), lane.outbox.run(at: 44)
    )
    #expect(isSplit && first == 1 && inside == 1 && next == 44)
    // The first of them is refused as well: that one is none to be split.
    let isSplitAgain = lane.splitFirst()
    #expect(!isSplitAgain)
    lane.noteFailed(1)
    lane.noteSent(20, at: 0)
    let (single, whole) = (lane.outbox.run(at: 22), lane.outbox.run(at: 23))
    #expect(single == 1 && whole == 44)
    lane.noteSent(lane.outbox.count, at: 0)
    let counters = lane.counters
    #expect(counters.failedSends == 1 && counters.deliveredPackets == 87)
  }

  @Test("segments that there is no memory for are overruns, one by one")
  func overrun() {
    var lane = Lane(.downlink, seed: 42, LaneConditions(), upTo: FrameBounds(short: 10, long: 10))
    // The memory is for ten, and for a batch to read into, of 64.
    Self.offer(Self.frame, to: &lane, at: 0)
    Self.offer(Self.frame, to: &lane, at: 0)
    let (counters, held) = (lane.counters, lane.framesInLink)
    #expect(held == 74)
    #expect(counters.offeredPackets == 88 && counters.overruns == 14)
  }
}
