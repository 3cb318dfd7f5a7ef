/// Memory for frames, taken in blocks and never given back while the relay lives: nothing is allocated for a frame.
struct FramePool: ~Copyable {
  /// An Ethernet header, a VLAN tag and 1500 bytes fit with room to spare.
  static let frameCapacity = 2048
  /// The most frames in the link at once: 128 MiB, which is 1.5 s of 500 Mbit/s in full frames.
  static let mostFrames = 65_536
  private static let framesInBlock = 512

  private var blocks: [UnsafeMutablePointer<UInt8>] = []
  private var free: [UnsafeMutablePointer<UInt8>] = []

  init() {
    blocks.reserveCapacity(Self.mostFrames / Self.framesInBlock)
    free.reserveCapacity(Self.mostFrames)
    grow()
  }

  /// A free frame, the one that was given back last; nil when all are taken.
  mutating func take() -> UnsafeMutablePointer<UInt8>? {
    if free.isEmpty { grow() }
    return free.popLast()
  }

  mutating func give(_ frame: UnsafeMutablePointer<UInt8>) { free.append(frame) }

  private mutating func grow() {
    guard blocks.count < Self.mostFrames / Self.framesInBlock else { return }
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.framesInBlock * Self.frameCapacity)
    blocks.append(block)
    for index in 0..<Self.framesInBlock { free.append(block + index * Self.frameCapacity) }
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}
