/// How much a queue holds, as two numbers that both count.
struct QueueLimit: Hashable {
  private static let fullFrame = 1514

  private var packets = Int.max
  private var bytes = Int.max

  /// Nothing fits but what an empty queue takes.
  static let least = QueueLimit(packets: 1)

  private init(packets: Int) { self.packets = packets }

  init(_ conditions: LaneConditions) {
    switch conditions.queue.depth {
    case .packets(let number): packets = max(1, number)
    case .bytes(let number): bytes = max(0, number)
    case .nanoseconds(let time):
      let product = (conditions.bytesPerSecond ?? 0).multipliedFullWidth(by: UInt64(max(0, time)))
      // A product beyond 64 bits is more than any memory.
      bytes = product.high == 0 ? Int(product.low / 1_000_000_000) : .max
    }
  }

  /// Whether a frame may join what is there.
  func hasRoom(packets others: Int, bytes otherBytes: Int, for length: Int) -> Bool {
    others == 0 || (others < packets && otherBytes <= bytes - length)
  }

  /// How many frames it holds that are no shorter.
  func most(ofAtLeast length: Int) -> Int { max(1, min(packets, bytes / length)) }

  /// Which of two holds more full frames.
  static func larger(_ a: QueueLimit, _ b: QueueLimit) -> QueueLimit { a.fullFrames >= b.fullFrames ? a : b }

  private var fullFrames: Int { min(packets, bytes / Self.fullFrame) }
}
