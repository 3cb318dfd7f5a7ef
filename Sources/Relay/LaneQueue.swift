/// What may wait for the wire or be on it; what is in the delay line does not count.
public struct LaneQueue: Hashable, Sendable {
  /// How much.
  public enum Depth: Hashable, Sendable {
    /// So many frames.
    case packets(Int)
    /// So many bytes of frames, without FCS.
    case bytes(Int)
    /// As much as the wire sends in so many nanoseconds.
    case nanoseconds(Int64)
  }

  /// How much may wait. An empty queue takes any frame, as it goes on the wire at once.
  public var depth: Depth
  /// Whether the oldest waiting frame makes room for a frame that finds the queue full; else that frame is dropped.
  public var dropsHead: Bool

  /// Apple's 50 frames with tail drop.
  public static let standard = LaneQueue(.packets(50))

  /// A queue, with tail drop unless said otherwise.
  public init(_ depth: Depth, dropsHead: Bool = false) {
    self.depth = depth
    self.dropsHead = dropsHead
  }
}
