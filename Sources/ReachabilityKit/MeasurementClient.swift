internal import LinuxSystem
internal import Origin

/// The client half of a measurement, on a thread that it may block. Times are nanoseconds of CLOCK_MONOTONIC.
final class MeasurementClient {
  private let origin: SocketAddress
  private let socket: DatagramSocket
  private let poller: Poller
  private let isCancelled: () -> Bool
  private let session = UInt64.random(in: 0...UInt64.max)
  /// What it took until a request was answered.
  private var roundTrip: Int64 = 0

  /// Opens a socket in the calling thread's namespace.
  ///
  /// - Throws: `SystemError`.
  init(_ origin: SocketAddress, poller: Poller, isCancelled: @escaping () -> Bool) throws(SystemError) {
    self.origin = origin
    self.poller = poller
    self.isCancelled = isCancelled
    socket = try DatagramSocket(udp: origin.family)
    try poller.add(socket.descriptor, token: 0, .read)
  }

  /// The next datagram of this session, or nil at the deadline.
  private func next(until deadline: Int64) throws -> (datagram: MeasurementDatagram, received: Int64)? {
    while true {
      while let packet = try socket.receive() {
        guard packet.sender == origin, let datagram = MeasurementDatagram(decoding: packet.bytes),
          datagram.session == session
        else { continue }
        return (datagram, packet.received)
      }
      guard !isCancelled() else { throw CancellationError() }
      guard MonotonicClock.now() < deadline else { return nil }
      _ = try poller.wait(until: deadline)
    }
  }

  /// Whether the kernel took it.
  private func send(_ datagram: MeasurementDatagram, size: Int = MeasurementDatagram.headerSize) -> Bool {
    do {
      try socket.send(datagram.encoded(size: size), to: origin)
      return true
    } catch {
      // Without a route, or with the link down: the caller counts it.
      return false
    }
  }

  /// Sends a request again and again until `accept` has what it wants of an answer, or until the deadline.
  private func ask<Value>(
    _ request: MeasurementDatagram, until deadline: Int64, every interval: Int64,
    _ accept: (MeasurementDatagram, Int64) -> Value?
  ) throws -> Value? {
    while MonotonicClock.now() < deadline {
      _ = send(request)
      let again = min(deadline, MonotonicClock.now() + interval)
      while let (datagram, received) = try next(until: again) {
        if let value = accept(datagram, received) { return value }
      }
    }
    return nil
  }

  // MARK: Loss

  func loss(packetsPerSecond: Double, duration: Int64, grace: Int64) throws -> LossMeasurement {
    var sentAt: [UInt32: Int64] = [:]
    var result = LossMeasurement(sent: 0, receivedAtOrigin: nil, sentByThen: 0, received: 0)
    func note(_ datagram: MeasurementDatagram, _ received: Int64) {
      // Taken out, so that a duplicate does not count.
      guard datagram.kind == .probeAnswer, let sent = sentAt.removeValue(forKey: datagram.number) else { return }
      result.received += 1
      result.roundTrips.append(max(0, received - sent))
      guard Int(datagram.number) >= result.sentByThen else { return }
      result.sentByThen = Int(datagram.number) + 1
      result.receivedAtOrigin = Int(datagram.count)
    }
    let start = MonotonicClock.now()
    let interval = 1_000_000_000 / packetsPerSecond
    for index in 0..<max(1, Int(Double(duration) / interval)) {
      let due = start + Int64(Double(index) * interval)
      while let (datagram, received) = try next(until: due) { note(datagram, received) }
      let number = UInt32(result.sent)
      sentAt[number] = MonotonicClock.now()
      if send(MeasurementDatagram(.probe, session: session, number: number)) {
        result.sent += 1
      } else {
        sentAt[number] = nil
        result.refusedByKernel += 1
      }
    }
    guard result.sent > 0 else { return result }
    // A link keeps the order: whatever the origin sent before its count has come or is lost once the count is here.
    let request = MeasurementDatagram(.totalsRequest, session: session)
    let totals = try ask(request, until: MonotonicClock.now() + grace, every: max(50_000_000, grace / 6)) {
      datagram, received -> Int? in
      note(datagram, received)
      return datagram.kind == .totals ? Int(datagram.count) : nil
    }
    if let totals {
      result.receivedAtOrigin = totals
      result.sentByThen = result.sent
    }
    return result
  }

  // MARK: Rate

  /// A train of which nothing came is ordered again.
  private static let attempts: Int64 = 3

  func rate(_ direction: MeasuredDirection, _ train: RateTrain, timeout: Int64) throws -> RateMeasurement {
    let overhead = RateMeasurement.overhead(isIPv6: origin.family == .ipv6)
    // IPv6's header is 20 bytes longer: a fragment would be no frame of a train.
    let payload = min(train.payload, MeasurementDatagram.largestPayload - (overhead - 42))
    var arrivals: [RateMeasurement.Arrivals?] = []
    var token: UInt64 = 0
    for number in 0..<UInt32(train.trains) {
      let deadline = MonotonicClock.now() + timeout
      switch direction {
      case .downlink:
        if token == 0 { token = try open(until: deadline) ?? 0 }
        arrivals.append(token == 0 ? nil : try comeDown(number, train.packets, payload, token, deadline))
      case .uplink: arrivals.append(try goUp(number, train.packets, payload, deadline))
      }
      // Once it was not heard of in all that time, further trains would only take longer.
      if arrivals.last == .some(nil) { break }
    }
    return RateMeasurement(arrivals, sent: train.packets, frameBytes: payload + overhead)
  }

  private func open(until deadline: Int64) throws -> UInt64? {
    let number = UInt32.random(in: 0...UInt32.max)
    let interval = max(50_000_000, (deadline - MonotonicClock.now()) / 5)
    let asked = MonotonicClock.now()
    defer { roundTrip = MonotonicClock.now() - asked }
    return try ask(MeasurementDatagram(.open, session: session, number: number), until: deadline, every: interval) {
      datagram, _ in datagram.kind == .opened && datagram.number == number ? datagram.value : nil
    }
  }

  /// Numbers of the attempts at one train differ, so that frames of an old one are told apart.
  private func identifier(_ number: UInt32, _ attempt: Int64) -> UInt32 { number * 16 + UInt32(attempt) }

  private func comeDown(
    _ number: UInt32, _ packets: Int, _ payload: Int, _ token: UInt64, _ deadline: Int64
  ) throws -> RateMeasurement.Arrivals? {
    let rest = deadline - MonotonicClock.now()
    // A third of the time for each attempt; but who gives up before a train can be here takes none of them for his own.
    let patience = max(rest / Self.attempts, min(rest, 2 * roundTrip))
    var best: RateMeasurement.Arrivals?
    for attempt in 0..<Self.attempts {
      let id = identifier(number, attempt)
      _ = send(
        MeasurementDatagram(
          .trainRequest, session: session, number: id, count: UInt32(packets), value: token,
          payloadSize: UInt16(payload)))
      var first: Int64 = 0
      var arrivals = RateMeasurement.Arrivals(frames: 0, span: 0)
      var end = MonotonicClock.now() + patience
      while arrivals.frames < packets, let (datagram, received) = try next(until: min(end, deadline)) {
        guard datagram.kind == .trainFrame, datagram.number == id else { continue }
        if arrivals.frames == 0 { first = received }
        arrivals.frames += 1
        arrivals.span = received - first
        // The last ones may be lost: eight times the spacing so far, and 200 ms for the scheduler, is long enough.
        if arrivals.frames > 1 { end = received + max(200_000_000, 8 * arrivals.span / Int64(arrivals.frames - 1)) }
      }
      if arrivals.frames >= RateMeasurement.fewestFrames { return arrivals }
      if arrivals.frames > best?.frames ?? 0 { best = arrivals }
      guard MonotonicClock.now() < deadline else { break }
    }
    return best
  }

  private func goUp(
    _ number: UInt32, _ packets: Int, _ payload: Int, _ deadline: Int64
  ) throws -> RateMeasurement.Arrivals? {
    var best: RateMeasurement.Arrivals?
    let interval = max(50_000_000, (deadline - MonotonicClock.now()) / 5)
    for attempt in 0..<Self.attempts {
      let id = identifier(number, attempt)
      for index in 0..<packets {
        let frame = MeasurementDatagram(
          .trainFrame, session: session, number: id, count: UInt32(packets), value: UInt64(index))
        _ = send(frame, size: payload)
      }
      // It travels behind the frames: when the origin answers, all that will come has come.
      let report = try ask(
        MeasurementDatagram(.reportRequest, session: session, number: id), until: deadline, every: interval
      ) {
        datagram, _ -> RateMeasurement.Arrivals? in
        guard datagram.kind == .report, datagram.number == id else { return nil }
        return RateMeasurement.Arrivals(frames: Int(datagram.count), span: Int64(clamping: datagram.value))
      }
      guard let report else { break }
      if report.frames >= RateMeasurement.fewestFrames { return report }
      if report.frames >= best?.frames ?? 0 { best = report }
    }
    return best
  }
}
