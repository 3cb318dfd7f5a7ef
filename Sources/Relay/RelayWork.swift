internal import Glibc
internal import LinuxSystem

/// The relay's thread: reads, decides, waits, sends.
struct RelayWork: ~Copyable {
  /// A socket with what reading from it needs.
  private struct Side: ~Copyable {
    let socket: PacketSocket
    let batch: FrameBatch
    /// When it was last seen to hold nothing: what is in it now came later.
    private(set) var emptyAt = MonotonicClock.now()

    init(_ socket: PacketSocket, _ pool: inout FramePool) {
      self.socket = socket
      batch = FrameBatch(from: &pool)
    }

    /// Fills the batch; how many frames there were, and the time before which none of them arrived.
    mutating func read() -> (count: Int, notBefore: Int64) {
      let before = MonotonicClock.now()
      var got = 0
      do {
        got = try socket.receive(
          into: batch.frames, capacity: FramePool.frameCapacity, lengths: batch.lengths, stamps: batch.stamps,
          count: PacketSocket.batch)
      } catch {
        // Nothing to read, or the interface went down (said once, by this call): the socket works again once it is up.
      }
      defer { if got < PacketSocket.batch { emptyAt = before } }
      return (got, emptyAt)
    }
  }

  private var clientSide: Side
  private var networkSide: Side
  private let bell: Bell
  private var uplink: Lane
  private var downlink: Lane
  /// Queries wait here for the DNS delay before they enter the uplink.
  private var queries = Ring<FrameInLink>()
  private var dnsDelay: Int64
  private var family: RelayFamily
  private var pool: FramePool
  private var clock = ArrivalClock()
  private var applied = MonotonicClock.now()
  /// Wakes in a row that brought no frame.
  private var idleWakes = 0

  init(clientSide: PacketSocket, networkSide: PacketSocket, bell: Bell, seed: UInt64, conditions: RelayConditions) {
    var pool = FramePool()
    self.clientSide = Side(clientSide, &pool)
    self.networkSide = Side(networkSide, &pool)
    self.pool = pool
    self.bell = bell
    uplink = Lane(.uplink, seed: seed, conditions.uplink, at: applied)
    downlink = Lane(.downlink, seed: seed, conditions.downlink, at: applied)
    dnsDelay = max(0, conditions.dnsDelayNanoseconds)
    family = conditions.family
  }

  mutating func run(_ mailbox: RelayMailbox) {
    Wait.wakePrecisely()
    var isWoken = false
    while true {
      if mailbox.hasRequests, !mailbox.serve({ answer($0) }) { return }
      let fromClient = receive(.uplink)
      let fromNetwork = receive(.downlink)
      releaseQueries()
      Self.send(&uplink, through: networkSide.socket, &pool)
      Self.send(&downlink, through: clientSide.socket, &pool)
      noteWake(isWoken, brought: fromClient + fromNetwork)
      isWoken = false
      if fromClient == PacketSocket.batch || fromNetwork == PacketSocket.batch || mailbox.hasRequests { continue }
      isWoken = pause()
    }
  }

  private mutating func answer(_ request: RelayMailbox.Request) -> RelayMailbox.Answer {
    uplink.noteOverruns(clientSide.socket.takeOverruns())
    downlink.noteOverruns(networkSide.socket.takeOverruns())
    if case .apply(let conditions) = request { apply(conditions) }
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return RelayMailbox.Answer(
      applied: applied, downlink: downlink.counters, uplink: uplink.counters,
      processorNanoseconds: Int64(used.tv_sec) * 1_000_000_000 + Int64(used.tv_nsec))
  }

  private mutating func apply(_ conditions: RelayConditions) {
    // What came before belongs to the conditions before. A flood has no end: no more than the sockets hold.
    var rounds = 0
    while rounds < 1024 {
      let fromClient = receive(.uplink)
      let fromNetwork = receive(.downlink)
      guard fromClient == PacketSocket.batch || fromNetwork == PacketSocket.batch else { break }
      rounds += 1
    }
    applied = MonotonicClock.now()
    uplink.apply(conditions.uplink, at: applied)
    downlink.apply(conditions.downlink, at: applied)
    dnsDelay = max(0, conditions.dnsDelayNanoseconds)
    family = conditions.family
  }

  /// Reads a batch and decides each frame's fate; how many there were.
  private mutating func receive(_ direction: Direction) -> Int {
    let (count, notBefore) = direction == .uplink ? clientSide.read() : networkSide.read()
    guard count > 0 else { return 0 }
    let now = MonotonicClock.now()
    clock.update(now, realtimeOffset: MonotonicClock.realtimeOffset)
    let frames = direction == .uplink ? clientSide.batch.frames : networkSide.batch.frames
    let lengths = direction == .uplink ? clientSide.batch.lengths : networkSide.batch.lengths
    let stamps = direction == .uplink ? clientSide.batch.stamps : networkSide.batch.stamps
    for index in 0..<count {
      let arrival = clock.arrival(stamps[index], notBefore: notBefore, now: now)
      take(&frames[index], length: lengths[index], arrival: arrival, direction)
    }
    return count
  }

  /// Takes a frame into the link and puts a free one in its place, or leaves it where it is.
  private mutating func take(
    _ slot: inout UnsafeMutablePointer<UInt8>?, length: Int32, arrival: Int64, _ direction: Direction
  ) {
    guard let frame = slot else { return }
    guard length <= FramePool.frameCapacity else {
      if direction == .uplink { uplink.noteOverruns(1) } else { downlink.noteOverruns(1) }
      return
    }
    let bytes = UnsafeRawBufferPointer(start: frame, count: Int(length))
    let replacement = pool.take()
    let hasMemory = replacement != nil
    let isKept: Bool
    if !family.holds(bytes) {
      isKept =
        direction == .downlink
        ? downlink.carry(frame, length: length, arrival: arrival, hasMemory: hasMemory)
        : uplink.carry(frame, length: length, arrival: arrival, hasMemory: hasMemory)
    } else if direction == .downlink {
      isKept = downlink.admit(
        frame, length: length, arrival: arrival, flow: FlowKey(bytes).hash, pool: &pool, hasMemory: hasMemory)
    } else if hasMemory, dnsDelay > 0 || queries.count > 0, FlowKey.isDNSQuery(bytes) {
      let due = max(arrival + dnsDelay, queries.last?.due ?? .min)
      queries.append(FrameInLink(due: due, order: 0, frame: frame, length: length))
      isKept = true
    } else {
      isKept = uplink.admit(
        frame, length: length, arrival: arrival, flow: FlowKey(bytes).hash, pool: &pool, hasMemory: hasMemory)
    }
    if isKept {
      slot = replacement
    } else if let replacement {
      pool.give(replacement)
    }
  }

  /// Lets queries whose DNS delay is over into the uplink, as if they arrived now.
  private mutating func releaseQueries() {
    guard queries.count > 0 else { return }
    let now = MonotonicClock.now()
    while let query = queries.first, query.due <= now {
      queries.removeFirst()
      let bytes = UnsafeRawBufferPointer(start: query.frame, count: Int(query.length))
      let isKept = uplink.admit(
        query.frame, length: query.length, arrival: query.due, flow: FlowKey(bytes).hash, pool: &pool)
      if !isKept { pool.give(query.frame) }
    }
  }

  /// Sends what is due.
  private static func send(_ lane: inout Lane, through socket: PacketSocket, _ pool: inout FramePool) {
    while true {
      let now = MonotonicClock.now()
      guard now >= lane.retry.at else { return }
      lane.fillOutbox(now)
      guard lane.outbox.count > 0 else { return }
      do {
        let gone = try lane.outbox.send(through: socket)
        lane.noteSent(gone, at: MonotonicClock.now(), &pool)
      } catch .noBufferSpace, .wouldBlock {
        if lane.retry.refused(at: now) { return }
        lane.noteFailed(1, &pool)
      } catch .networkDown, .noSuchDevice {
        // What a cable does without a carrier.
        lane.noteFailed(lane.outbox.count, &pool)
      } catch {
        // This frame can't be sent, such as one that is longer than the MTU allows by now; the next may be.
        lane.noteFailed(1, &pool)
      }
    }
  }

  private var nextDue: Int64 { min(uplink.nextEvent, downlink.nextEvent, queries.first?.due ?? .max) }

  /// Waits for a frame, a due time or the bell; whether it was not the due time.
  private func pause() -> Bool {
    let next = nextDue
    let wait = next == .max ? -1 : max(0, next - MonotonicClock.now())
    guard wait != 0 else { return false }
    return Wait.anyReadable(
      clientSide.socket.descriptor, networkSide.socket.descriptor, bell.descriptor, nanoseconds: wait)
  }

  /// After a wake that brought no frame it was the bell, or a socket that reports an error again and again, which must not
  /// spin.
  private mutating func noteWake(_ isWoken: Bool, brought frames: Int) {
    guard isWoken, frames == 0 else {
      if frames > 0 { idleWakes = 0 }
      return
    }
    // Whoever rings has left the request before, and the mailbox is looked into after this.
    bell.silence()
    idleWakes += 1
    if idleWakes > 16 { Wait.sleep(nanoseconds: max(0, min(1_000_000, nextDue - MonotonicClock.now()))) }
  }
}
