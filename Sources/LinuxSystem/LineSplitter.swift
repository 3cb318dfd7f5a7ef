/// Cuts bytes that come in any pieces into lines.
struct LineSplitter {
  private let longest: Int
  private var rest: [UInt8] = []

  init(longest: Int) { self.longest = max(1, longest) }

  /// The lines that are complete now, without their ends.
  mutating func add(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == 0x0a {
        lines.append(text(droppingReturn: true))
      } else {
        rest.append(byte)
        if rest.count == longest { lines.append(text(droppingReturn: false)) }
      }
    }
    return lines
  }

  /// What is left after the last line; nil if nothing is.
  mutating func finish() -> String? { rest.isEmpty ? nil : text(droppingReturn: false) }

  private mutating func text(droppingReturn: Bool) -> String {
    defer { rest.removeAll(keepingCapacity: true) }
    if droppingReturn, rest.last == 0x0d { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self)
  }
}
