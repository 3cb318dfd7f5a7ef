/// Reads bytes written as hexadecimal pairs, one field a line with its meaning beside it.
///
/// What follows `|` in a line is the meaning. Fields are little-endian, as on every machine this runs on.
func hex(_ text: String) -> [UInt8] {
  text.split(separator: "\n").flatMap { line in
    line.prefix { $0 != "|" }.split(separator: " ").map { pair in
      guard let byte = UInt8(pair, radix: 16) else { preconditionFailure("'\(pair)' is not a byte") }
      return byte
    }
  }
}

/// Bytes as hexadecimal pairs, for a readable difference.
func shown(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
}
