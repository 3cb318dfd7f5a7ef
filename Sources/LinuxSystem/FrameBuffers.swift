internal import Glibc

/// Memory for the frames that one call to a ``PacketSocket`` sends or receives, filled and read safely.
///
/// For measurements; the relay has its own, which copies nothing. One thread at a time.
public final class FrameBuffers {
  private let capacity: Int
  private let memory: UnsafeMutablePointer<UInt8>
  private let slots: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
  private let lengths: UnsafeMutablePointer<Int32>
  private let stamps: UnsafeMutablePointer<Int64>

  /// Memory for ``PacketSocket/batch`` frames of at most `capacity` bytes.
  public init(capacity: Int) {
    self.capacity = capacity
    let count = PacketSocket.batch
    memory = .allocate(capacity: capacity * count)
    memory.initialize(repeating: 0, count: capacity * count)
    slots = .allocate(capacity: count)
    for index in 0..<count { slots[index] = memory + index * capacity }
    lengths = .allocate(capacity: count)
    lengths.initialize(repeating: 0, count: count)
    stamps = .allocate(capacity: count)
    stamps.initialize(repeating: 0, count: count)
  }

  /// Takes what has come, without waiting; how many frames that are.
  ///
  /// - Throws: ``Errno``, also ``Errno/wouldBlock`` when there is nothing.
  public func receive(from socket: PacketSocket) throws(Errno) -> Int {
    try socket.receive(into: slots, capacity: capacity, lengths: lengths, stamps: stamps, count: PacketSocket.batch)
  }

  /// How many bytes a frame that was received has, whether they fit or not.
  public func length(_ index: Int) -> Int {
    precondition((0..<PacketSocket.batch).contains(index))
    return Int(lengths[index])
  }

  /// Whether a frame that was received is `other` byte for byte, but for those of `hole`.
  public func isEqual(_ index: Int, to other: [UInt8], exceptIn hole: Range<Int>) -> Bool {
    precondition((0..<PacketSocket.batch).contains(index))
    guard Int(lengths[index]) == other.count, other.count <= capacity, hole.upperBound <= other.count else {
      return false
    }
    let frame = memory + index * capacity
    return other.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return true }
      return memcmp(frame, base, hole.lowerBound) == 0
        && memcmp(frame + hole.upperBound, base + hole.upperBound, other.count - hole.upperBound) == 0
    }
  }

  /// Four bytes of a frame as a number, the most significant first; they must be within the frame's memory.
  public func number(_ index: Int, at offset: Int) -> UInt32 {
    precondition((0..<PacketSocket.batch).contains(index) && offset >= 0 && offset + 4 <= capacity)
    let bytes = UnsafeRawPointer(memory + index * capacity + offset)
    return UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
  }

  /// Writes a number over four bytes of a frame, the most significant first; they must be within the frame's memory.
  public func setNumber(_ index: Int, at offset: Int, to number: UInt32) {
    precondition((0..<PacketSocket.batch).contains(index) && offset >= 0 && offset + 4 <= capacity)
    UnsafeMutableRawPointer(memory + index * capacity + offset).storeBytes(of: number.bigEndian, as: UInt32.self)
  }

  /// A frame that was received, as much of it as fits.
  public func bytes(_ index: Int) -> [UInt8] {
    precondition((0..<PacketSocket.batch).contains(index))
    return Array(UnsafeBufferPointer(start: memory + index * capacity, count: min(capacity, Int(lengths[index]))))
  }

  /// When it arrived, in nanoseconds of CLOCK_REALTIME; 0 if the kernel did not say.
  public func stamp(_ index: Int) -> Int64 {
    precondition((0..<PacketSocket.batch).contains(index))
    return stamps[index]
  }

  /// Puts a frame in place to be sent; it must fit.
  public func set(_ index: Int, to bytes: [UInt8]) {
    precondition((0..<PacketSocket.batch).contains(index) && bytes.count <= capacity)
    (memory + index * capacity).update(from: bytes, count: bytes.count)
    lengths[index] = Int32(bytes.count)
  }

  /// Sends the first frames, without waiting; how many went.
  ///
  /// - Throws: ``Errno`` if not even the first did.
  public func send(_ count: Int, through socket: PacketSocket) throws(Errno) -> Int {
    precondition((0...PacketSocket.batch).contains(count))
    return try socket.send(slots, lengths: lengths, count: count)
  }

  deinit {
    memory.deallocate()
    slots.deallocate()
    lengths.deallocate()
    stamps.deallocate()
  }
}
