internal import LinuxSystem

/// Frames that are due, side by side as one call to the kernel takes them.
struct Outbox: ~Copyable {
  private let batch = FrameBatch()
  private let dues = UnsafeMutablePointer<Int64>.allocate(capacity: PacketSocket.batch)
  private(set) var count = 0

  init() { dues.initialize(repeating: 0, count: PacketSocket.batch) }

  var isFull: Bool { count == PacketSocket.batch }

  /// When the first one was due; there must be one.
  var firstDue: Int64 { dues[0] }

  func due(_ offset: Int) -> Int64 { dues[offset] }

  func length(_ offset: Int) -> Int32 { batch.lengths[offset] }

  func frame(_ offset: Int) -> UnsafeMutablePointer<UInt8>? { batch.frames[offset] }

  mutating func append(_ frame: FrameInLink) {
    batch.frames[count] = frame.frame
    batch.lengths[count] = frame.length
    dues[count] = frame.due
    count += 1
  }

  /// Takes the first frames out; their memory is free.
  mutating func removeFirst(_ number: Int, _ pool: inout FramePool) {
    for offset in 0..<number {
      if let frame = batch.frames[offset] { pool.give(frame, length: batch.lengths[offset]) }
    }
    count -= number
    guard count > 0 else { return }
    batch.frames.update(from: batch.frames + number, count: count)
    batch.lengths.update(from: batch.lengths + number, count: count)
    dues.update(from: dues + number, count: count)
  }

  /// Hands all of them to the kernel.
  ///
  /// - Returns: how many it took, from the front.
  /// - Throws: `Errno` if not even the first.
  func send(through socket: PacketSocket) throws(Errno) -> Int {
    try socket.send(batch.frames, lengths: batch.lengths, count: count)
  }

  deinit { dues.deallocate() }
}
