extension DNSMessage {
  /// Why a message cannot be written.
  public enum EncodingFault: Error, Hashable, Sendable {
    /// A label is empty or longer than 63 bytes, or the name is longer than 255.
    case badName(String)
  }

  /// The message as bytes. A record's name that is the first question's is written as a pointer to it.
  ///
  /// - Throws: ``EncodingFault``.
  public func encoded() throws(EncodingFault) -> [UInt8] {
    var bytes: [UInt8] = []
    for field in [id, flags, UInt16(questions.count), UInt16(answers.count), 0, UInt16(additional.count)] {
      Self.append(field, to: &bytes)
    }
    for question in questions {
      bytes += try Self.encode(name: question.name)
      Self.append(question.type.rawValue, to: &bytes)
      Self.append(question.recordClass, to: &bytes)
    }
    for record in answers + additional {
      if !record.name.isEmpty, record.name == questions.first?.name {
        bytes += [0xC0, 12]  // the first question's name stands right behind the header
      } else {
        bytes += try Self.encode(name: record.name)
      }
      Self.append(record.type.rawValue, to: &bytes)
      Self.append(record.recordClass, to: &bytes)
      Self.append(UInt16(record.timeToLive >> 16), to: &bytes)
      Self.append(UInt16(truncatingIfNeeded: record.timeToLive), to: &bytes)
      Self.append(UInt16(record.data.count), to: &bytes)
      bytes += record.data
    }
    return bytes
  }

  private static func append(_ value: UInt16, to bytes: inout [UInt8]) {
    bytes += [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  /// The labels of a name; `\DDD` stands for any byte. A final dot may be there or not.
  static func encode(name: String) throws(EncodingFault) -> [UInt8] {
    var bytes: [UInt8] = []
    var label: [UInt8] = []
    var rest = Array(name.utf8)[...]
    if rest.last == 0x2E { rest.removeLast() }
    guard !rest.isEmpty else { return [0] }
    while true {
      let byte = rest.popFirst()
      switch byte {
      case nil, 0x2E:
        guard !label.isEmpty, label.count <= 63 else { throw .badName(name) }
        bytes.append(UInt8(label.count))
        bytes += label
        label = []
        guard bytes.count <= 254 else { throw .badName(name) }
        if byte == nil { return bytes + [0] }
      case 0x5C?:
        let digits = rest.prefix(3)
        guard digits.count == 3, let value = UInt8(String(decoding: digits, as: UTF8.self)) else {
          throw .badName(name)
        }
        label.append(value)
        rest = rest.dropFirst(3)
      case .some(let byte): label.append(byte)
      }
    }
  }
}
