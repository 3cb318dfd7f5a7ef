/// Cuts bytes that come in any pieces into lines.
struct LineSplitter {
  private let longest: Int
  private var rest: [UInt8] = []

  init(longest: Int) { self.longest = max(1, longest) }

  /// The lines that are complete now, without their ends.
  mutating func add(_ bytes: [UInt8]) -> [OutputLine] {
    var lines: [OutputLine] = []
    for byte in bytes {
      if byte == 0x0a {
        lines.append(OutputLine(text(droppingReturn: true)))
      } else {
        // Only now is it known that the line goes on.
        if rest.count == longest { lines.append(OutputLine(text(droppingReturn: false), isCut: true)) }
        rest.append(byte)
      }
    }
    return lines
  }

  /// What is left after the last line; nil if nothing is.
  mutating func finish() -> OutputLine? { rest.isEmpty ? nil : OutputLine(text(droppingReturn: false)) }

  private mutating func text(droppingReturn: Bool) -> String {
    defer { rest.removeAll(keepingCapacity: true) }
    if droppingReturn, rest.last == 0x0d { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self)
  }
}
