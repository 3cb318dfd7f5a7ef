internal import LinuxSystem

/// The arrays that one call to the kernel fills, made once, with a free frame of a pool in each place.
struct FrameBatch: ~Copyable {
  let frames = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>.allocate(capacity: PacketSocket.batch)
  let lengths = UnsafeMutablePointer<Int32>.allocate(capacity: PacketSocket.batch)
  let stamps = UnsafeMutablePointer<Int64>.allocate(capacity: PacketSocket.batch)
  let headers = UnsafeMutablePointer<OffloadHeader>.allocate(capacity: PacketSocket.batch)
  /// What of a super-frame is behind the bytes in its place.
  private let behind = MappedMemory(bytes: PacketSocket.batch * Self.restCapacity)

  /// How much a super-frame may have behind the bytes in its place: 64 KiB, 4 MiB for all. Super-frames that come side by
  /// side touch them, other frames never do.
  static let restCapacity = 1 << 16

  init(from pool: inout FramePool) {
    frames.initialize(repeating: nil, count: PacketSocket.batch)
    lengths.initialize(repeating: 0, count: PacketSocket.batch)
    stamps.initialize(repeating: 0, count: PacketSocket.batch)
    headers.initialize(repeating: OffloadHeader(), count: PacketSocket.batch)
    for index in 0..<PacketSocket.batch { frames[index] = pool.takeLong() }
  }

  /// The memory of all places for what is behind the bytes in them.
  var rests: UnsafeMutablePointer<UInt8> {
    behind.base.assumingMemoryBound(to: UInt8.self)
  }

  /// What of a place's frame is behind the bytes in it.
  func rest(_ index: Int) -> UnsafeRawPointer { UnsafeRawPointer(behind.base) + index * Self.restCapacity }

  /// Fills it; how many frames there were.
  func fill(from socket: SuperFrameSocket) throws(Errno) -> Int {
    try socket.receive(
      into: frames, capacity: FramePool.frameCapacity, rests: rests, restCapacity: Self.restCapacity, headers: headers,
      lengths: lengths, stamps: stamps, count: PacketSocket.batch)
  }

  deinit {
    frames.deallocate()
    lengths.deallocate()
    stamps.deallocate()
    headers.deallocate()
  }
}
