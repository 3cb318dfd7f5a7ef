/// Places for frames of one size, taken from the system in blocks.
struct FrameShelf: ~Copyable {
  private static let blockBytes = 1 << 19

  private let placeBytes: Int
  private var blocks: [UnsafeMutablePointer<UInt8>] = []
  private var free: [UnsafeMutablePointer<UInt8>] = []
  private var taken = 0

  init(placeBytes: Int) { self.placeBytes = placeBytes }

  /// A free place; nil when `most` are taken.
  mutating func take(of most: Int) -> UnsafeMutablePointer<UInt8>? {
    guard taken < most else { return nil }
    if free.isEmpty { grow() }
    taken += 1
    return free.removeLast()
  }

  mutating func give(_ frame: UnsafeMutablePointer<UInt8>) {
    taken -= 1
    free.append(frame)
  }

  var bytes: Int { blocks.count * Self.blockBytes }

  private mutating func grow() {
    let block = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.blockBytes)
    blocks.append(block)
    for offset in stride(from: Self.blockBytes - placeBytes, through: 0, by: -placeBytes) {
      free.append(block + offset)
    }
  }

  deinit {
    for block in blocks { block.deallocate() }
  }
}
