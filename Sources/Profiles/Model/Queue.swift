/// What waits for the wire of one direction.
public struct Queue: Hashable, Sendable {
  /// How much may wait. What is already in the delay line does not count.
  public enum Depth: Hashable, Sendable {
    /// So many packets.
    case packets(Int)
    /// So many bytes of frames.
    case bytes(Int)
    /// As much as the rate sends in this time.
    case time(Duration)
  }

  /// What becomes of a packet that finds it full.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is dropped, as in most devices and in netem.
    case dropTail
    /// The oldest waiting packet is dropped in its place, so that senders learn of it sooner.
    case dropHead
  }

  /// How much may wait.
  public var depth: Depth
  /// What becomes of a packet that finds it full.
  public var kind: Kind

  /// Apple's 50 packets with tail drop (dummynet's default, which the Network Link Conditioner never changes).
  public static let standard = Queue(depth: .packets(50))

  /// A queue.
  public init(depth: Depth, kind: Kind = .dropTail) {
    self.depth = depth
    self.kind = kind
  }
}
