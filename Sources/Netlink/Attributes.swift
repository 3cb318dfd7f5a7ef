/// The attributes of a received message, by type; nested ones are read on demand. Lengths are checked, nothing is trusted.
struct Attributes {
  private var values: [UInt16: ArraySlice<UInt8>] = [:]

  init(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while rest.count >= 4 {
      let length = Int(rest.load(UInt16.self, at: 0))
      guard length >= 4, length <= rest.count else { return }
      // The two upper bits say "nested" and "network byte order".
      values[rest.load(UInt16.self, at: 2) & 0x3fff] = rest.dropFirst(4).prefix(length - 4)
      rest = rest.dropFirst((length + 3) & ~3)
    }
  }

  func bytes(_ type: Int) -> ArraySlice<UInt8>? { values[UInt16(type)] }

  func value<Value: FixedWidthInteger>(_ type: Int, as _: Value.Type = Value.self) -> Value? {
    guard let bytes = bytes(type), bytes.count >= MemoryLayout<Value>.size else { return nil }
    return bytes.load(Value.self, at: 0)
  }

  func string(_ type: Int) -> String? {
    bytes(type).map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  func nested(_ type: Int) -> Attributes? { bytes(type).map(Attributes.init) }
}

extension ArraySlice<UInt8> {
  /// The integer in the machine's byte order at an offset from the slice's start; 0 past its end.
  func load<Value: FixedWidthInteger>(_: Value.Type = Value.self, at offset: Int) -> Value {
    let size = MemoryLayout<Value>.size
    guard offset >= 0, offset + size <= count else { return 0 }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Value.self) }
  }
}
