internal import Glibc
internal import LinuxSystem

/// The relay's thread: reads, decides, waits, sends.
struct RelayWork: ~Copyable {
  /// A socket with what reading from it needs.
  private struct Side: ~Copyable {
    let socket: SuperFrameSocket
    let batch: FrameBatch
    /// When it was last seen to hold nothing: what is in it now came later.
    private(set) var emptyAt = MonotonicClock.now()

    /// Frames that the kernel had no words for.
    private var unreadable = 0

    init(_ socket: SuperFrameSocket, _ batch: consuming FrameBatch) {
      self.socket = socket
      self.batch = batch
    }

    /// Fills the batch; how many frames there were, and the time before which none of them arrived.
    mutating func read() -> (count: Int, notBefore: Int64) {
      let before = MonotonicClock.now()
      var got = 0
      do {
        got = try batch.fill(from: socket)
      } catch .invalidArgument {
        // There may be others behind it.
        unreadable += 1
        return (0, emptyAt)
      } catch {
        // Nothing to read, or the interface went down (said once, by this call): the socket works again once it is up.
      }
      defer { if got < PacketSocket.batch { emptyAt = before } }
      return (got, emptyAt)
    }

    /// How many frames could not be read since the last call, for want of room or of words.
    mutating func takeOverruns() -> Int {
      defer { unreadable = 0 }
      return socket.takeOverruns() + unreadable
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
  private var clock = ArrivalClock()
  private var pace = RelayPace()
  /// The shortest time that a frame is in the link.
  private var shortestDelay: Int64
  private var applied = MonotonicClock.now()
  /// Wakes in a row that brought no frame.
  private var idleWakes = 0

  /// - Parameter most: How much memory each direction may ever take for its frames.
  init(
    clientSide: SuperFrameSocket, networkSide: SuperFrameSocket, bell: Bell, seed: UInt64, conditions: RelayConditions,
    upTo most: FrameBounds = .most
  ) {
    dnsDelay = max(0, conditions.dnsDelayNanoseconds)
    var uplink = Lane(.uplink, seed: seed, conditions.uplink, at: applied, heldBefore: dnsDelay, upTo: most)
    var downlink = Lane(.downlink, seed: seed, conditions.downlink, at: applied, upTo: most)
    self.clientSide = Side(clientSide, uplink.batch())
    self.networkSide = Side(networkSide, downlink.batch())
    self.bell = bell
    self.uplink = uplink
    self.downlink = downlink
    family = conditions.family
    shortestDelay = conditions.shortestDelay
  }

  mutating func run(_ mailbox: RelayMailbox) {
    Wait.wakePrecisely()
    var isWoken = false
    while true {
      if mailbox.hasRequests, !mailbox.serve({ answer($0) }) { return }
      let fromClient = receive(.uplink)
      let fromNetwork = receive(.downlink)
      releaseQueries()
      let toNetwork = Self.send(&uplink, through: networkSide.socket)
      let toClient = Self.send(&downlink, through: clientSide.socket)
      noteWake(isWoken, brought: fromClient + fromNetwork)
      pace.note(fromClient + fromNetwork + toNetwork + toClient, at: MonotonicClock.now())
      isWoken = false
      if fromClient == PacketSocket.batch || fromNetwork == PacketSocket.batch || mailbox.hasRequests { continue }
      isWoken = pause()
    }
  }

  private mutating func answer(_ request: RelayMailbox.Request) -> RelayMailbox.Answer {
    uplink.noteOverruns(clientSide.takeOverruns())
    downlink.noteOverruns(networkSide.takeOverruns())
    if case .apply(let conditions) = request { apply(conditions) }
    uplink.counters.inLink = UInt64(uplink.framesInLink + queries.count)
    downlink.counters.inLink = UInt64(downlink.framesInLink)
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return RelayMailbox.Answer(
      applied: applied, downlink: downlink.counters, uplink: uplink.counters,
      processorNanoseconds: Int64(used.tv_sec) * 1_000_000_000 + Int64(used.tv_nsec))
  }

  private mutating func apply(_ conditions: RelayConditions) {
    // What came before belongs to the conditions before. A flood has no end: no more than the sockets hold.
    var rounds = 0
    while rounds < 4096 {
      let fromClient = receive(.uplink)
      let fromNetwork = receive(.downlink)
      guard fromClient == PacketSocket.batch || fromNetwork == PacketSocket.batch else { break }
      rounds += 1
    }
    applied = MonotonicClock.now()
    dnsDelay = max(0, conditions.dnsDelayNanoseconds)
    uplink.apply(conditions.uplink, at: applied, heldBefore: dnsDelay)
    downlink.apply(conditions.downlink, at: applied)
    family = conditions.family
    shortestDelay = conditions.shortestDelay
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
    let headers = direction == .uplink ? clientSide.batch.headers : networkSide.batch.headers
    for index in 0..<count {
      let arrival = clock.arrival(stamps[index], notBefore: notBefore, now: now)
      let header = headers[index]
      if header.segmentation == OffloadHeader.Segmentation.none {
        if header.needsChecksum, let frame = frames[index] {
          SuperFrame.completeChecksum(
            header,
            UnsafeMutableRawBufferPointer(
              start: frame, count: min(Int(lengths[index]), FramePool.frameCapacity)))
        }
        take(&frames[index], length: lengths[index], arrival: arrival, direction)
      } else {
        let rest = direction == .uplink ? clientSide.batch.rest(index) : networkSide.batch.rest(index)
        if let frame = frames[index] {
          cut(header, frame, rest, length: Int(lengths[index]), arrival: arrival, direction)
        }
      }
    }
    return count
  }

  /// Takes a frame into the link and puts a free one in its place, or leaves it where it is.
  private mutating func take(
    _ slot: inout UnsafeMutablePointer<UInt8>?, length: Int32, arrival: Int64, _ direction: Direction
  ) {
    guard let frame = slot else { return }
    guard length <= FramePool.frameCapacity else {
      noteOverrun(direction)
      return
    }
    let bytes = UnsafeRawBufferPointer(start: frame, count: Int(length))
    let place = direction == .downlink ? downlink.memory(for: length) : uplink.memory(for: length)
    let hasMemory = place != nil
    // A short frame goes to its place, a long one stays where it is and leaves the place to the next one.
    let isShort = FramePool.isShort(length)
    var kept = frame
    if isShort, let place {
      place.update(from: frame, count: Int(length))
      kept = place
    }
    let isKept: Bool
    if !family.holds(bytes) {
      isKept =
        direction == .downlink
        ? downlink.carry(kept, length: length, arrival: arrival, hasMemory: hasMemory)
        : uplink.carry(kept, length: length, arrival: arrival, hasMemory: hasMemory)
    } else if direction == .downlink {
      isKept = downlink.admit(
        kept, length: length, arrival: arrival, flow: FlowKey(bytes).hash, hasMemory: hasMemory)
    } else if hasMemory, dnsDelay > 0 || queries.count > 0, FlowKey.isDNSQuery(bytes) {
      let due = max(arrival + dnsDelay, queries.last?.due ?? .min)
      queries.append(FrameInLink(due: due, order: 0, frame: kept, length: length))
      isKept = true
    } else {
      isKept = uplink.admit(
        kept, length: length, arrival: arrival, flow: FlowKey(bytes).hash, hasMemory: hasMemory)
    }
    if isKept {
      if !isShort { slot = place }
    } else if let place {
      if direction == .downlink {
        downlink.giveBack(place, length: length)
      } else {
        uplink.giveBack(place, length: length)
      }
    }
  }

  /// Counts a frame that can go no further, whatever the conditions are.
  private mutating func noteOverrun(_ direction: Direction) {
    if direction == .downlink { downlink.noteOverruns(1) } else { uplink.noteOverruns(1) }
  }

  /// Takes the segments of a super-frame into the link, each as a frame of its own.
  private mutating func cut(
    _ header: OffloadHeader, _ frame: UnsafeMutablePointer<UInt8>, _ rest: UnsafeRawPointer, length: Int,
    arrival: Int64, _ direction: Direction
  ) {
    let front = UnsafeRawBufferPointer(start: frame, count: min(length, FramePool.frameCapacity))
    guard length <= FramePool.frameCapacity + FrameBatch.restCapacity,
      let whole = SuperFrame(header, front: front, rest: rest, length: length)
    else {
      noteOverrun(direction)
      return
    }
    let isConditioned = family.holds(front)
    let flow = isConditioned ? FlowKey(front).hash : 0
    if direction == .downlink {
      downlink.take(whole, arrival: arrival, flow: flow, isConditioned: isConditioned, unread: frame)
    } else {
      uplink.take(whole, arrival: arrival, flow: flow, isConditioned: isConditioned, unread: frame)
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
        query.frame, length: query.length, arrival: query.due, flow: FlowKey(bytes).hash)
      if !isKept { uplink.giveBack(query.frame, length: query.length) }
    }
  }

  /// Sends what is due; how many frames went.
  private static func send(_ lane: inout Lane, through socket: SuperFrameSocket) -> Int {
    var sent = 0
    while true {
      let now = MonotonicClock.now()
      guard now >= lane.retry.at else { return sent }
      lane.fillOutbox(now)
      guard lane.outbox.count > 0 else { return sent }
      do {
        let gone = try lane.outbox.send(through: socket)
        sent += gone
        lane.noteSent(gone, at: MonotonicClock.now())
      } catch .noBufferSpace, .wouldBlock {
        if lane.retry.refused(at: now) { return sent }
        lane.noteFailed(1)
      } catch .networkDown, .noSuchDevice {
        // What a cable does without a carrier.
        lane.noteFailed(lane.outbox.count)
      } catch {
        // This frame can't be sent, such as one that is longer than the MTU allows by now; the next may be.
        if !lane.splitFirst() { lane.noteFailed(1) }
      }
    }
  }

  private var nextDue: Int64 { min(uplink.nextEvent, downlink.nextEvent, queries.first?.due ?? .max) }

  /// Waits for a frame, a due time or the bell, or lets frames gather; whether it was neither of the times.
  private func pause() -> Bool {
    let gathering = pace.gathering(delay: shortestDelay)
    if gathering > 0 {
      Wait.sleep(nanoseconds: gathering)
      return false
    }
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
