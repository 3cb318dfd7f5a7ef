internal import LinuxSystem

/// The relay's thread: reads, decides, waits, sends.
struct RelayWork: ~Copyable {
  private let clientSide: PacketSocket
  private let networkSide: PacketSocket
  private let bell: Bell
  private let seed: UInt64
  private var uplink: Lane
  private var downlink: Lane
  /// Queries wait here for the DNS delay before they enter the uplink.
  private var queries = Ring<Lane.Entry>()
  private var dnsDelay: Int64
  private var pool = FramePool()
  private var batch = FrameBatch()
  private var realtimeOffset = MonotonicClock.realtimeOffset()
  private var offsetTaken = MonotonicClock.now()

  init(clientSide: PacketSocket, networkSide: PacketSocket, bell: Bell, seed: UInt64, conditions: RelayConditions) {
    self.clientSide = clientSide
    self.networkSide = networkSide
    self.bell = bell
    self.seed = seed
    uplink = Lane(.uplink, conditions.uplink)
    downlink = Lane(.downlink, conditions.downlink)
    dnsDelay = conditions.dnsDelayNanoseconds
  }

  mutating func run(_ mailbox: RelayMailbox) {
    Wait.wakePrecisely()
    while true {
      if mailbox.hasRequests {
        bell.silence()
        let goOn = mailbox.serve { answer($0) }
        if !goOn { return }
      }
      let fromClient = receive(from: clientSide, into: .uplink)
      let fromNetwork = receive(from: networkSide, into: .downlink)
      releaseQueries()
      Self.send(&uplink, through: networkSide, pool: &pool, batch: batch)
      Self.send(&downlink, through: clientSide, pool: &pool, batch: batch)
      if fromClient == PacketSocket.batch || fromNetwork == PacketSocket.batch { continue }
      pause()
    }
  }

  private mutating func answer(
    _ request: RelayMailbox.Request
  ) -> (applied: Int64?, counters: (downlink: LaneCounters, uplink: LaneCounters)) {
    uplink.counters.overruns += UInt64(clientSide.takeOverruns())
    downlink.counters.overruns += UInt64(networkSide.takeOverruns())
    var applied: Int64?
    if case .apply(let conditions) = request {
      uplink.clock.conditions = conditions.uplink
      downlink.clock.conditions = conditions.downlink
      dnsDelay = conditions.dnsDelayNanoseconds
      applied = MonotonicClock.now()
    }
    return (applied, (downlink.counters, uplink.counters))
  }

  /// Reads a batch and decides each frame's fate; how many there were.
  private mutating func receive(from socket: PacketSocket, into direction: Direction) -> Int {
    var slots = 0
    while slots < PacketSocket.batch, let frame = pool.take() {
      batch.frames[slots] = frame
      slots += 1
    }
    var got = 0
    do {
      got = try socket.receive(
        into: batch.frames, capacity: FramePool.frameCapacity, lengths: batch.lengths, stamps: batch.stamps, count: slots)
    } catch {
      // Nothing to read, or the interface went down: the socket works again once it is up.
    }
    let now = MonotonicClock.now()
    refreshOffset(now)
    for index in 0..<slots {
      guard let frame = batch.frames[index] else { continue }
      let length = batch.lengths[index]
      guard index < got, length >= 14, length <= FramePool.frameCapacity else {
        pool.give(frame)
        continue
      }
      // The kernel's stamp, unless the clock was set in between.
      let stamped = batch.stamps[index] - realtimeOffset
      let arrival = stamped <= now && stamped > now - 1_000_000_000 ? stamped : now
      if !take(frame, length: length, arrival: arrival, direction) { pool.give(frame) }
    }
    return got
  }

  private mutating func take(
    _ frame: UnsafeMutablePointer<UInt8>, length: Int32, arrival: Int64, _ direction: Direction
  ) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: frame, count: Int(length))
    if direction == .downlink {
      return downlink.admit(frame, length: length, arrival: arrival, flow: FlowKey(bytes).hash, seed: seed)
    }
    if (dnsDelay > 0 || queries.count > 0) && FlowKey.isDNSQuery(bytes) {
      queries.append(Lane.Entry(due: max(arrival + dnsDelay, queries.last?.due ?? .min), frame: frame, length: length))
      return true
    }
    return uplink.admit(frame, length: length, arrival: arrival, flow: FlowKey(bytes).hash, seed: seed)
  }

  /// Lets queries whose DNS delay is over into the uplink, as if they arrived now.
  private mutating func releaseQueries() {
    let now = MonotonicClock.now()
    while let query = queries.first, query.due <= now {
      queries.removeFirst()
      let bytes = UnsafeRawBufferPointer(start: query.frame, count: Int(query.length))
      let kept = uplink.admit(
        query.frame, length: query.length, arrival: query.due, flow: FlowKey(bytes).hash, seed: seed)
      if !kept { pool.give(query.frame) }
    }
  }

  /// Sends what is due.
  private static func send(
    _ lane: inout Lane, through socket: PacketSocket, pool: inout FramePool, batch: borrowing FrameBatch
  ) {
    while true {
      let now = MonotonicClock.now()
      guard now >= lane.retryAt else { return }
      var count = 0
      while count < PacketSocket.batch, let entry = lane.entries[count], entry.due <= now {
        batch.frames[count] = entry.frame
        batch.lengths[count] = entry.length
        count += 1
      }
      guard count > 0 else { return }
      var gone = 0
      do {
        gone = try socket.send(batch.frames, lengths: batch.lengths, count: count)
        lane.noteSent(gone, at: now)
      } catch .noBufferSpace, .wouldBlock {
        // The receiver's ring is full: a moment later there is room; asking at once would only spin.
        lane.retryAt = now + 50_000
      } catch {
        // The interface is down or gone: what a cable does without a carrier.
        lane.counters.failedSends += UInt64(count)
        gone = count
      }
      for index in 0..<gone {
        if let frame = batch.frames[index] { pool.give(frame) }
      }
      lane.entries.removeFirst(gone)
      if gone < count { return }
    }
  }

  private mutating func pause() {
    let now = MonotonicClock.now()
    let next = min(uplink.nextSend, downlink.nextSend, queries.first?.due ?? .max)
    let wait = next == .max ? -1 : max(0, next - now)
    guard wait != 0 else { return }
    let isReadable = Wait.anyReadable(
      clientSide.descriptor, networkSide.descriptor, bell.descriptor, nanoseconds: wait)
    guard isReadable else { return }
    noteWake()
  }

  /// Times it was woken since a frame was last read or sent, so that a socket that keeps reporting an error can't spin.
  private var idleWakes = 0
  private var lastTotal: UInt64 = 0

  private mutating func noteWake() {
    let total = uplink.counters.offeredPackets + downlink.counters.offeredPackets + UInt64(queries.count)
    idleWakes = total == lastTotal ? idleWakes + 1 : 0
    lastTotal = total
    if idleWakes > 16 { Wait.sleep(nanoseconds: 1_000_000) }
  }

  /// CLOCK_REALTIME can be set at any time; a second of drift is far below a microsecond.
  private mutating func refreshOffset(_ now: Int64) {
    guard now - offsetTaken > 1_000_000_000 else { return }
    realtimeOffset = MonotonicClock.realtimeOffset()
    offsetTaken = now
  }
}
