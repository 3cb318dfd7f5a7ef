/// A flat walk over a binary list (`bplist00`), for what the decoder does not guard against: containers
/// nested without end or in a circle, and few objects that refer to each other so often that the tree is huge.
struct BinaryPropertyList {
  /// The most values that a list may unfold to.
  static let mostValues = 10_000

  private let bytes: [UInt8]
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableOffset = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Why the list is refused; nil if the decoder may read it. What is merely damaged is left to the decoder.
  static func refusal(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "bplist00".utf8) else {
      return "This is a binary property list of a version that is not read; version 00 is."
    }
    // The header and the trailer alone; a shorter one would be taken for text.
    guard bytes.count >= 40 else { return "This binary property list is damaged or cut short." }
    var list = BinaryPropertyList(bytes)
    guard let top = list.readTrailer() else { return nil }
    return list.walk(from: top)
  }

  /// The top object's number, or nil when the trailer does not fit the file.
  private mutating func readTrailer() -> Int? {
    guard bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = integer(at: trailer + 8, size: 8), let top = integer(at: trailer + 16, size: 8),
      let table = integer(at: trailer + 24, size: 8)
    else { return nil }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), count <= bytes.count, top < count,
      table < trailer
    else { return nil }
    (objectCount, tableOffset) = (count, table)
    return top
  }

  private func walk(from top: Int) -> String? {
    var pending: [(object: Int, depth: Int)] = [(top, 1)]
    var values = 0
    while let (object, depth) = pending.popLast() {
      values += 1
      guard values <= Self.mostValues else { return "It unfolds to more than \(Self.mostValues) values." }
      let children = references(of: object)
      guard let children else { continue }
      guard depth <= PropertyListFile.deepest else { return PropertyListFile.tooDeep }
      // Also keeps what is pending within bounds, however long a container says it is.
      guard values + pending.count + children.count <= Self.mostValues else {
        return "It unfolds to more than \(Self.mostValues) values."
      }
      for child in children { pending.append((child, depth + 1)) }
    }
    return nil
  }

  /// The objects that a container refers to; nil for a leaf and for what does not fit the file.
  private func references(of object: Int) -> [Int]? {
    guard object < objectCount, let offset = integer(at: tableOffset + object * offsetSize, size: offsetSize),
      offset < bytes.count
    else { return nil }
    let marker = bytes[offset]
    guard marker >> 4 >= 0xA else { return nil }
    var count = Int(marker & 0x0F)
    var start = offset + 1
    if count == 0x0F {
      // A longer count follows as an integer object: 0x1n and 2 to the n bytes.
      guard start < bytes.count, bytes[start] >> 4 == 1 else { return nil }
      let size = 1 << Int(bytes[start] & 0x0F)
      guard size <= 8, let long = integer(at: start + 1, size: size) else { return nil }
      count = long
      start += 1 + size
    }
    if marker >> 4 == 0xD {
      guard count <= bytes.count else { return nil }
      count *= 2
    }
    guard count <= (bytes.count - start) / referenceSize else { return nil }
    return (0..<count).compactMap { integer(at: start + $0 * referenceSize, size: referenceSize) }
  }

  /// A big-endian number; nil outside the file or above `Int.max`.
  private func integer(at start: Int, size: Int) -> Int? {
    guard start >= 0, start <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[start..<start + size] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }
}
