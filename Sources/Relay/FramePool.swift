/// Memory for the frames of one direction: nothing is allocated for a frame, and none is given back while the relay lives.
///
/// Short frames are copied into short places: 4000 of them then fit in a processor's cache, and a flood of them needs an
/// eighth of the memory.
struct FramePool: ~Copyable {
  /// An Ethernet header, a VLAN tag and 1500 bytes fit with room to spare.
  static let frameCapacity = 2048
  /// The longest frame that gets a short place.
  static let shortFrame = 256

  private var short = FrameShelf(placeBytes: Self.shortFrame)
  private var long = FrameShelf(placeBytes: Self.frameCapacity)
  private var bounds: FrameBounds

  init(_ bounds: FrameBounds) { self.bounds = bounds }

  /// Allows for more frames. Never for fewer: what earlier conditions let in is still in the link.
  mutating func allow(_ more: FrameBounds) { bounds = bounds.union(more) }

  static func isShort(_ length: Int32) -> Bool { length <= Int32(shortFrame) }

  /// A free place for a frame, the one that was given back last, as it is in the cache; nil when all are taken.
  mutating func take(for length: Int32) -> UnsafeMutablePointer<UInt8>? {
    Self.isShort(length) ? short.take(of: bounds.short) : long.take(of: bounds.long)
  }

  /// A free place for a frame of any length.
  mutating func takeLong() -> UnsafeMutablePointer<UInt8>? { long.take(of: bounds.long) }

  mutating func give(_ frame: UnsafeMutablePointer<UInt8>, length: Int32) {
    if Self.isShort(length) { short.give(frame) } else { long.give(frame) }
  }

  /// How much memory it has taken so far.
  var bytes: Int { short.bytes + long.bytes }
}
