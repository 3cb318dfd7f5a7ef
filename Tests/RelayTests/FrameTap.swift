import LinuxSystem

/// Puts frames on an end of the link and takes what reaches it, with the kernel's stamps. One thread at a time.
final class FrameTap: Sendable {
  /// A frame that came, and when, in nanoseconds of CLOCK_MONOTONIC.
  struct Arrival: Sendable {
    let time: Int64
    let bytes: [UInt8]

    /// The number that ``FrameTap/send(_:number:)`` wrote at the end of the frame.
    var number: Int { bytes.suffix(4).reduce(0) { $0 << 8 | Int($1) } }
  }

  private let socket: PacketSocket

  init(interfaceIndex: Int32) throws { socket = try PacketSocket(interfaceIndex: interfaceIndex) }

  /// Sends one frame with a number in its last four bytes.
  ///
  /// - Returns: the time just before.
  @discardableResult
  func send(_ frame: [UInt8], number: Int) throws -> Int64 {
    var bytes = Array(frame.dropLast(4)) + (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    var length = Int32(bytes.count)
    let now = MonotonicClock.now()
    try bytes.withUnsafeMutableBufferPointer { buffer in
      var slot = buffer.baseAddress
      _ = try socket.send(&slot, lengths: &length, count: 1)
    }
    return now
  }

  /// Takes frames until there are `count` of them, or `limit` has passed, which is then for the caller to see.
  func receive(_ count: Int, within limit: Duration = .seconds(5)) throws -> [Arrival] {
    let deadline = MonotonicClock.now() + Int64(limit / .nanoseconds(1))
    var arrivals: [Arrival] = []
    var memory = [UInt8](repeating: 0, count: 2048)
    while arrivals.count < count {
      let left = deadline - MonotonicClock.now()
      guard left > 0 else { break }
      _ = Wait.readable([socket.descriptor], nanoseconds: left)
      memory.withUnsafeMutableBufferPointer { buffer in
        var slot = buffer.baseAddress
        var length: Int32 = 0
        var stamp: Int64 = 0
        do {
          while arrivals.count < count,
            try socket.receive(into: &slot, capacity: buffer.count, lengths: &length, stamps: &stamp, count: 1) == 1
          {
            let time = stamp - MonotonicClock.realtimeOffset()
            arrivals.append(Arrival(time: time, bytes: Array(buffer.prefix(Int(length)))))
          }
        } catch {
          // Nothing more for now, or the interface went down: the deadline ends this.
        }
      }
    }
    return arrivals
  }
}
