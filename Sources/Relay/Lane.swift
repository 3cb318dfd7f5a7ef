/// One direction of the relay: the frames in it, their times, and what became of those before.
struct Lane: ~Copyable {
  let direction: Direction
  private(set) var clock: LaneClock
  /// Frames that leave in the order in which they came.
  private var line = Ring<FrameInLink>()
  /// Frames that may leave before others.
  private var free = FrameHeap()
  /// Frames that have not begun to leave a queue with head drop: it is not known yet whether they will.
  private var waiting = Ring<WaitingFrame>()
  private var bytesWaiting = 0
  /// Frames that are due.
  private(set) var outbox = Outbox()
  var retry = SendRetry()
  var counters = LaneCounters()
  /// The memory of its frames.
  private var pool: FramePool

  private let most: FrameBounds

  private let verdicts: SeededMix
  private var flows = FlowTable()
  private var generation: UInt32 = 0
  private var order: UInt64 = 0
  /// The last ``FrameInLink/mark`` that was given to a segment.
  var lastMark: UInt32 = 0
  /// No frame that the conditions are not for leaves before this: until then one is in the link that they were for.
  private var unimpairedFrom: Int64 = .min
  /// Whether nothing is drawn for a frame.
  private var isPlain = false

  /// - Parameter most: How much memory it may ever take.
  init(
    _ direction: Direction, seed: UInt64, _ conditions: LaneConditions, at now: Int64 = 0, heldBefore: Int64 = 0,
    upTo most: FrameBounds = .most
  ) {
    self.direction = direction
    verdicts = Verdict.lane(seed: seed, direction)
    clock = LaneClock(conditions, at: now)
    isPlain = Self.isPlain(conditions)
    self.most = most
    pool = FramePool(FrameBounds(conditions, heldBefore: heldBefore, upTo: most))
  }

  /// Imposes conditions on frames that come from now on; those in the lane keep their times.
  ///
  /// - Parameter heldBefore: How long a frame with memory of the lane's may wait before it is admitted, in nanoseconds.
  mutating func apply(_ conditions: LaneConditions, at now: Int64, heldBefore: Int64 = 0) {
    startWaiting(until: .max)
    generation &+= 1
    unimpairedFrom = clock.lastDue
    clock.apply(conditions, at: now)
    pool.allow(FrameBounds(conditions, heldBefore: heldBefore, upTo: most))
    isPlain = Self.isPlain(conditions)
  }

  private static func isPlain(_ conditions: LaneConditions) -> Bool {
    conditions.loss == .none && conditions.jitter == nil && conditions.reordering == nil
      && conditions.duplicateFraction == 0 && conditions.corruptFraction == 0
  }

  /// When there is next something to do; `Int64.max` for never.
  var nextEvent: Int64 {
    if outbox.count > 0 { return max(outbox.firstDue, retry.at) }
    let start = waiting.count > 0 ? clock.wireFreeAt : .max
    return max(min(line.first?.due ?? .max, free.first?.due ?? .max, start), retry.at)
  }

  /// How many frames are in the lane.
  var framesInLink: Int { line.count + free.count + waiting.count + outbox.count }

  /// Allows for more frames than the conditions need.
  mutating func allow(_ bounds: FrameBounds) { pool.allow(bounds) }

  /// Memory for a frame of a length; nil when the lane has all that it may have. With what holds it either of
  /// ``admit(_:length:arrival:flow:hasMemory:)`` and ``carry(_:length:arrival:hasMemory:)`` takes it, or it goes to
  /// ``giveBack(_:length:)``.
  mutating func memory(for length: Int32) -> UnsafeMutablePointer<UInt8>? { pool.take(for: length) }

  /// Takes memory back.
  mutating func giveBack(_ frame: UnsafeMutablePointer<UInt8>, length: Int32) { pool.give(frame, length: length) }

  /// A batch with memory of the lane's to read into.
  mutating func batch() -> FrameBatch { FrameBatch(from: &pool) }

  /// How much memory its frames have taken so far, in bytes; it never falls.
  var memoryBytes: Int { pool.bytes }

  /// Decides a frame's fate.
  ///
  /// - Parameters:
  ///   - frame: In memory of the lane's, from ``memory(for:)``, unless it can't be kept.
  ///   - hasMemory: Whether the frame can be kept; one that can't is an overrun.
  ///   - mark: Which segment of a super-frame it is, as ``FrameInLink/mark``.
  /// - Returns: false if it goes no further and its memory is free.
  mutating func admit(
    _ frame: UnsafeMutablePointer<UInt8>, length: Int32, arrival: Int64, flow: UInt64, hasMemory: Bool = true,
    mark: UInt32 = 0
  ) -> Bool {
    counters.offeredPackets += 1
    counters.offeredBytes += UInt64(length)
    let state = flows.next(flow)
    var fate = Fate(delay: clock.conditions.delayNanoseconds, mayOvertake: !clock.conditions.keepsOrder)
    var second: Fate?
    if !isPlain {
      // All of it before anything that depends on other traffic, as queue and memory do.
      state.pointee.enter(generation)
      let verdict = Verdict(lane: verdicts, flow: flow, index: state.pointee.count - 1)
      if state.pointee.chain.loses(verdict, clock.conditions.loss) {
        counters.lostByCondition += 1
        return false
      }
      fate.draw(verdict, &state.pointee, clock.conditions)
      if verdict.happens(clock.conditions.duplicateFraction, .duplicate) {
        var copy = Fate(delay: clock.conditions.delayNanoseconds, mayOvertake: !clock.conditions.keepsOrder)
        copy.draw(verdict.ofCopy, &state.pointee, clock.conditions)
        second = copy
      }
    }
    guard hasMemory else {
      counters.overruns += 1
      return false
    }
    let copy = second == nil ? nil : duplicate(frame, length: length)
    let isKept = queue(
      WaitingFrame(frame: frame, length: length, arrival: arrival, fate: fate, mark: mark))
    if let copy, let second {
      let follower = WaitingFrame(frame: copy, length: length, arrival: arrival, fate: second)
      if !queue(follower) { pool.give(copy, length: length) }
    }
    return isKept
  }

  /// Takes a frame that the conditions are not for.
  ///
  /// - Returns: false if there is no memory for it.
  mutating func carry(
    _ frame: UnsafeMutablePointer<UInt8>, length: Int32, arrival: Int64, hasMemory: Bool = true, mark: UInt32 = 0
  ) -> Bool {
    counters.offeredPackets += 1
    counters.offeredBytes += UInt64(length)
    guard hasMemory else {
      counters.overruns += 1
      return false
    }
    order += 1
    free.insert(
      FrameInLink(due: max(arrival, unimpairedFrom), order: order, frame: frame, length: length, mark: mark))
    return true
  }

  private mutating func duplicate(
    _ frame: UnsafeMutablePointer<UInt8>, length: Int32
  ) -> UnsafeMutablePointer<UInt8>? {
    counters.duplicated += 1
    guard let copy = pool.take(for: length) else {
      counters.overruns += 1
      return nil
    }
    copy.update(from: frame, count: Int(length))
    return copy
  }

  /// Puts a frame in the queue, if there is room or room can be made.
  private mutating func queue(_ frame: WaitingFrame) -> Bool {
    guard clock.conditions.hasWire else {
      pass(frame)
      return true
    }
    if clock.conditions.queue.dropsHead {
      startWaiting(until: frame.arrival)
    }
    while !clock.hasRoom(
      for: Int(frame.length), at: frame.arrival, packetsWaiting: waiting.count, bytesWaiting: bytesWaiting)
    {
      counters.droppedByQueue += 1
      guard let oldest = waiting.first else { return false }
      waiting.removeFirst()
      bytesWaiting -= Int(oldest.length)
      pool.give(oldest.frame, length: oldest.length)
    }
    if clock.conditions.queue.dropsHead {
      waiting.append(frame)
      bytesWaiting += Int(frame.length)
      startWaiting(until: frame.arrival)
    } else {
      pass(frame)
    }
    return true
  }

  /// Puts frames on the wire that it was free for by then.
  private mutating func startWaiting(until now: Int64) {
    while let frame = waiting.first, clock.wireFreeAt <= now {
      waiting.removeFirst()
      bytesWaiting -= Int(frame.length)
      pass(frame)
    }
  }

  /// Sends a frame through the wire and gives it its due time.
  private mutating func pass(_ waiting: WaitingFrame) {
    let last = clock.lastDue
    let due = clock.pass(
      arrival: waiting.arrival, bytes: Int(waiting.length), delay: waiting.fate.delay,
      keepsOrder: !waiting.fate.mayOvertake)
    if due < last { counters.reordered += 1 }
    // Joined with others it would get a checksum that is right.
    let isCorrupted = waiting.fate.corrupt(waiting.frame, length: Int(waiting.length))
    if isCorrupted { counters.corrupted += 1 }
    order += 1
    let frame = FrameInLink(
      due: due, order: order, frame: waiting.frame, length: waiting.length, mark: isCorrupted ? 0 : waiting.mark)
    if waiting.fate.mayOvertake { free.insert(frame) } else { line.append(frame) }
  }

  /// Puts into the outbox what is due.
  mutating func fillOutbox(_ now: Int64) {
    if waiting.count > 0 { startWaiting(until: now) }
    while !outbox.isFull {
      let first = line.first
      if free.count > 0, let other = free.first, first.map({ other.leavesBefore($0) }) ?? true {
        guard other.due <= now else { return }
        outbox.append(other)
        free.removeFirst()
      } else {
        guard let first, first.due <= now else { return }
        outbox.append(first)
        line.removeFirst()
      }
    }
  }

  /// Counts the first frames of the outbox as sent and gives their memory back.
  mutating func noteSent(_ number: Int, at now: Int64) {
    retry.sent()
    for offset in 0..<number {
      let late = max(0, now - outbox.due(offset))
      counters.deliveredPackets += 1
      counters.deliveredBytes += UInt64(outbox.length(offset))
      counters.maxLatenessNanoseconds = max(counters.maxLatenessNanoseconds, late)
      counters.totalLatenessNanoseconds += late
    }
    outbox.removeFirst(number, &pool)
  }

  /// Has what would leave next sent as single frames; false if it is one already.
  mutating func splitFirst() -> Bool { outbox.splitFirst() }

  /// Counts the first frames of the outbox as failed and gives their memory back.
  mutating func noteFailed(_ number: Int) {
    counters.failedSends += UInt64(number)
    outbox.removeFirst(number, &pool)
  }

  /// Counts frames that reached the lane and that nobody could read.
  mutating func noteOverruns(_ number: Int) {
    counters.offeredPackets += UInt64(number)
    counters.overruns += UInt64(number)
  }
}
