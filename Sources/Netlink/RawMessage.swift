/// One netlink message out of what a read gave: its header's fields and what follows it.
struct RawMessage {
  let type: Int
  let flags: UInt16
  let sequence: UInt32
  let payload: ArraySlice<UInt8>

  /// Splits a buffer at `nlmsg_len`; what is cut off at the end is left out.
  static func split(_ buffer: ArraySlice<UInt8>) -> [RawMessage] {
    var messages: [RawMessage] = []
    var rest = buffer
    while rest.count >= 16 {
      let length = Int(rest.load(UInt32.self, at: 0))
      guard length >= 16, length <= rest.count else { break }
      messages.append(
        RawMessage(
          type: Int(rest.load(UInt16.self, at: 4)), flags: rest.load(UInt16.self, at: 6),
          sequence: rest.load(UInt32.self, at: 8), payload: rest.prefix(length).dropFirst(16)))
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return messages
  }
}
