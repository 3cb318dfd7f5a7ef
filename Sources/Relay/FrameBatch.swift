internal import LinuxSystem

/// The arrays that one call to the kernel fills or reads, made once.
struct FrameBatch: ~Copyable {
  let frames = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: PacketSocket.batch)
  let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: PacketSocket.batch)
  let stamps = UnsafeMutablePointer<Int64>.allocate(capacity: PacketSocket.batch)

  init() { frames.initialize(repeating: nil, count: PacketSocket.batch) }

  deinit {
    frames.deallocate()
    lengths.deallocate()
    stamps.deallocate()
  }
}
