internal import LinuxSystem

/// The arrays that one call to the kernel fills or reads, made once.
struct FrameBatch: ~Copyable {
  let frames = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: PacketSocket.batch)
  let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: PacketSocket.batch)
  let stamps = UnsafeMutablePointer<Int64>.allocate(capacity: PacketSocket.batch)

  /// A batch without frames, for sending.
  init() {
    frames.initialize(repeating: nil, count: PacketSocket.batch)
    lengths.initialize(repeating: 0, count: PacketSocket.batch)
    stamps.initialize(repeating: 0, count: PacketSocket.batch)
  }

  /// A batch with a free frame in each place, for receiving.
  init(from pool: inout FramePool) {
    self.init()
    for index in 0..<PacketSocket.batch { frames[index] = pool.takeLong() }
  }

  deinit {
    frames.deallocate()
    lengths.deallocate()
    stamps.deallocate()
  }
}
