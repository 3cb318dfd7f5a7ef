internal import LinuxSystem

/// An Ethernet frame with a number, such as the relay takes for a UDP datagram and no kernel answers to.
///
/// Its addresses belong to nobody (RFC 5737, locally administered hardware addresses): a lab's ends see it and let it be.
struct MeterFrame: Sendable {
  /// The shortest that Ethernet has, without FCS.
  static let shortest = 60
  private static let flowAt = 33
  private static let numberAt = 42
  /// Ethernet header; IPv4 header with protocol 17; UDP from port 9 to 9 (discard).
  private static let head: [UInt8] = [
    2, 0, 0, 0, 0xff, 1, 2, 0, 0, 0, 0xff, 2, 0x08, 0, 0x45, 0, 0, 0, 0, 0, 0, 0, 64, 17, 0, 0, 198, 51, 100, 1, 198,
    51,
    100, 2, 0, 9, 0, 9, 0, 0, 0, 0,
  ]

  private let template: [UInt8]

  /// A frame of at least 60 bytes.
  ///
  /// - Parameter flow: Tells the frames of two measurements on one link apart, for both the meter and the relay.
  init(length: Int, flow: UInt8) {
    var bytes = Self.head + [UInt8](repeating: 0, count: max(Self.shortest, length) - Self.head.count)
    bytes[Self.flowAt] = flow
    template = bytes
  }

  var length: Int { template.count }

  /// The frame of a number, which it holds three times, so that a flipped bit in one does not matter.
  func bytes(_ number: Int) -> [UInt8] {
    var bytes = template
    for index in 0..<12 { bytes[Self.numberAt + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * (index % 4))) }
    return bytes
  }

  /// Puts the frame, without a number yet, in each place of the buffers.
  func fill(_ buffers: FrameBuffers) {
    for index in 0..<PacketSocket.batch { buffers.set(index, to: template) }
  }

  /// Gives the frame in a place of the buffers its number, allocating nothing: a meter that is slow takes the processor
  /// from the link that it measures.
  func number(_ index: Int, of buffers: FrameBuffers, _ number: Int) {
    for copy in 0..<3 {
      buffers.setNumber(index, at: Self.numberAt + 4 * copy, to: UInt32(truncatingIfNeeded: number))
    }
  }

  /// Reads a frame from its place in the buffers, as ``read(_:)``; allocates only for one with a flipped bit.
  func read(_ index: Int, of buffers: FrameBuffers) -> (number: Int, isWhole: Bool)? {
    guard buffers.length(index) == length else { return nil }
    let number = buffers.number(index, at: Self.numberAt)
    if buffers.number(index, at: Self.numberAt + 4) == number, buffers.number(index, at: Self.numberAt + 8) == number,
      buffers.isEqual(index, to: template, exceptIn: Self.numberAt..<Self.numberAt + 12)
    {
      return (Int(number), true)
    }
    return read(buffers.bytes(index))
  }

  /// Reads a frame: its number, and whether it is as it was sent; nil if it is none of these.
  func read(_ bytes: [UInt8]) -> (number: Int, isWhole: Bool)? {
    guard bytes.count == length else { return nil }
    let number = (0..<4).reduce(0) { number, index in
      let (a, b, c) = (
        bytes[Self.numberAt + index], bytes[Self.numberAt + 4 + index], bytes[Self.numberAt + 8 + index]
      )
      return number << 8 | Int(a & b | b & c | a & c)
    }
    let sent = self.bytes(number)
    if bytes == sent { return (number, true) }
    let flipped = zip(bytes, sent).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    return flipped == 1 ? (number, false) : nil
  }
}
