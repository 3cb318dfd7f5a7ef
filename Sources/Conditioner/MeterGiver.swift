internal import LinuxSystem

/// The sending end of a ``LinkMeter``.
struct MeterGiver: Sendable {
  let socket: PacketSocket
  let frame: MeterFrame
  /// Whether each frame is sent alone and its time is the kernel's stamp of when it came to the link, which leaves out what
  /// a call to the kernel takes: 9 µs on a machine, 60 µs in user-mode Linux. Else that of the call.
  let isStamped: Bool
  private static let shortestPause: Int64 = 50_000

  /// Sends frames at their times and answers with when each came to the link.
  ///
  /// - Throws: `SystemError` if the kernel refuses one for another reason than that it has no room.
  func run(count: Int, interval: Int64) throws -> [Int64] {
    Wait.wakePrecisely()
    if isStamped { try socket.stampDepartures() }
    let buffers = FrameBuffers(capacity: frame.length)
    frame.fill(buffers)
    var sent: [Int64] = []
    sent.reserveCapacity(count)
    let start = MonotonicClock.now()
    while sent.count < count {
      let now = MonotonicClock.now()
      let due = interval == 0 ? count : Int((now - start) / interval) + 1
      guard due > sent.count else {
        // A sender that wakes for each of 200 000 frames a second has no processor left for the link.
        Wait.sleep(nanoseconds: max(Self.shortestPause, start + Int64(sent.count) * interval - now))
        continue
      }
      let number = min(isStamped ? 1 : PacketSocket.batch, min(count, due) - sent.count)
      for index in 0..<number { frame.number(index, of: buffers, sent.count + index) }
      let offset = isStamped ? MonotonicClock.realtimeOffset() : 0
      let before = MonotonicClock.now()
      do {
        let gone = try buffers.send(number, through: socket)
        let departure = isStamped ? socket.departure(of: sent.count) : nil
        for _ in 0..<gone { sent.append(departure.map { $0 - offset } ?? before) }
      } catch .noBufferSpace, .wouldBlock {
        Wait.sleep(nanoseconds: 50_000)
      } catch {
        throw SystemError("send a frame to measure the link", errno: error)
      }
    }
    return sent
  }
}
