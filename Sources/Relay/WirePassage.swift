/// A frame that is queued for the wire or on it.
struct WirePassage: BitwiseCopyable {
  /// When it leaves the wire.
  let end: Int64
  let bytes: Int
}
