/// A frame in the link, and when it is due at the other end.
struct FrameInLink: BitwiseCopyable {
  let due: Int64
  /// Which frame of its direction it is: of two that are due at once the first goes first.
  let order: UInt64
  let frame: UnsafeMutablePointer<UInt8>
  let length: Int32

  func leavesBefore(_ other: FrameInLink) -> Bool { (due, order) < (other.due, other.order) }
}
