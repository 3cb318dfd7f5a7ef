/// A frame that has not been put on the wire yet.
struct WaitingFrame: BitwiseCopyable {
  let frame: UnsafeMutablePointer<UInt8>
  let length: Int32
  let arrival: Int64
  let fate: Fate
  /// As ``FrameInLink/mark``.
  var mark: UInt32 = 0
}
