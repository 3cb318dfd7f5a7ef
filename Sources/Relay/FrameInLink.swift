/// A frame in the link, and when it is due at the other end.
struct FrameInLink: BitwiseCopyable {
  let due: Int64
  /// Which frame of its direction it is: of two that are due at once the first goes first.
  let order: UInt64
  let frame: UnsafeMutablePointer<UInt8>
  let length: Int32
  /// Which segment of which super-frame it is as its sender made it: one more than that of the segment ahead of it in the
  /// same super-frame, and of no other frame in the link; 0 for what is no segment, or not its sender's any more.
  var mark: UInt32 = 0

  func leavesBefore(_ other: FrameInLink) -> Bool { (due, order) < (other.due, other.order) }
}
