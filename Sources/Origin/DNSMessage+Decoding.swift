extension DNSMessage {
  /// Why bytes are no DNS message.
  public enum Fault: Error, Hashable, Sendable {
    /// It ends before it says it does.
    case truncated
    /// A name is longer than 255 bytes, has a label of an unknown kind, or its pointers do not lead backwards.
    case badName
    /// It announces more records than it could hold.
    case tooManyRecords
  }

  /// Reads a message. Whatever follows the last record is left alone.
  ///
  /// - Throws: ``Fault``.
  public init(decoding bytes: [UInt8]) throws(Fault) {
    var reader = Reader(bytes: bytes)
    let id = try reader.uint16()
    let flags = try reader.uint16()
    var counts: [Int] = []
    for _ in 0..<4 { counts.append(Int(try reader.uint16())) }
    // A question takes five bytes at least, a record eleven: more of them than fit are a lie, and not worth reading.
    guard counts[0] * 5 + (counts[1] + counts[2] + counts[3]) * 11 <= bytes.count else { throw .tooManyRecords }
    var questions: [Question] = []
    for _ in 0..<counts[0] {
      let name = try reader.name()
      let type = RecordType(rawValue: try reader.uint16())
      questions.append(Question(name: name, type: type, recordClass: try reader.uint16()))
    }
    let answers = try reader.records(counts[1])
    _ = try reader.records(counts[2])
    self.init(
      id: id, flags: flags, questions: questions, answers: answers, additional: try reader.records(counts[3]))
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func uint8() throws(Fault) -> UInt8 {
      guard position < bytes.count else { throw .truncated }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func uint16() throws(Fault) -> UInt16 {
      let high = try uint8()
      return UInt16(high) << 8 | UInt16(try uint8())
    }

    mutating func uint32() throws(Fault) -> UInt32 {
      let high = try uint16()
      return UInt32(high) << 16 | UInt32(try uint16())
    }

    mutating func data(_ count: Int) throws(Fault) -> [UInt8] {
      guard bytes.count - position >= count else { throw .truncated }
      defer { position += count }
      return Array(bytes[position..<position + count])
    }

    mutating func records(_ count: Int) throws(Fault) -> [Record] {
      var records: [Record] = []
      for _ in 0..<count {
        let name = try name()
        let type = RecordType(rawValue: try uint16())
        let recordClass = try uint16()
        let timeToLive = try uint32()
        let length = Int(try uint16())
        records.append(
          Record(name: name, type: type, recordClass: recordClass, timeToLive: timeToLive, data: try data(length)))
      }
      return records
    }

    /// A name at the position, which then is behind it. Every pointer has to lead before the place where the name, or the
    /// piece of it that the last pointer led to, began: so there is no loop.
    mutating func name() throws(Fault) -> String {
      var text = ""
      var length = 0
      var start = position
      var behind: Int?
      while true {
        let byte = try uint8()
        switch byte {
        case 0:
          if let behind { position = behind }
          return text
        case 1...63:
          let label = try data(Int(byte))
          length += label.count + 1
          guard length <= 254 else { throw .badName }
          if !text.isEmpty { text += "." }
          text += Self.text(label)
        case 0xC0...0xFF:
          let target = Int(byte & 0x3F) << 8 | Int(try uint8())
          guard target < start else { throw .badName }
          behind = behind ?? position
          start = target
          position = target
        default: throw .badName
        }
      }
    }

    /// A label as zone files write it: what is not printable ASCII, and the dot, as `\DDD`.
    private static func text(_ label: [UInt8]) -> String {
      var text = ""
      for byte in label {
        if byte > 0x20, byte < 0x7F, byte != 0x2E, byte != 0x5C {
          text.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          text += "\\" + String(String(1000 + Int(byte)).dropFirst())
        }
      }
      return text
    }
  }
}
