/// The sum that IP, TCP and UDP take of their bytes (RFC 1071), over words in the machine's own order: what comes out is
/// right once it is stored in that order too.
struct InternetChecksum: BitwiseCopyable {
  private var sum: UInt64 = 0

  /// Adds bytes; all but the last that are added must be of an even number.
  mutating func add(_ bytes: UnsafeRawPointer, count: Int) {
    // 64 KiB in halves of 32 bits: nowhere near an overflow, and a loop that the compiler makes vectors of.
    var sum: UInt64 = 0
    var offset = 0
    while offset + 8 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      sum &+= (word & 0xffff_ffff) &+ (word >> 32)
      offset += 8
    }
    while offset + 2 <= count {
      sum &+= UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      offset += 2
    }
    if offset < count {
      sum &+= UInt64(UInt16(bigEndian: UInt16(bytes.load(fromByteOffset: offset, as: UInt8.self)) << 8))
    }
    self.sum &+= (sum & 0xffff_ffff) &+ (sum >> 32)
  }

  /// Adds a number that a header has in two bytes, the most significant first.
  mutating func add(_ number: UInt16) { sum &+= UInt64(number.bigEndian) }

  /// Takes away a number that was added before.
  mutating func subtract(_ number: UInt16) { sum &+= UInt64(~number.bigEndian) }

  /// The sum in 16 bits, as a pseudo-header's is left in the place of the checksum.
  var folded: UInt16 {
    var rest = sum
    while rest > 0xffff { rest = (rest & 0xffff) + (rest >> 16) }
    return UInt16(rest)
  }

  /// What makes the whole add up, as a header has it.
  var checksum: UInt16 { ~folded }
}
