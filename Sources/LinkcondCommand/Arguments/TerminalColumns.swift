extension Character {
  /// How many columns a terminal shows it in: 2 for a wide one (Unicode Standard Annex 11, and emoji), else 1; 0 for what
  /// is only put over others.
  var terminalColumns: Int {
    unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: scalar.properties.isEmojiPresentation || Self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
      }
    }.max() ?? 0
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
    0x20000...0x3FFFD,
  ]
}

extension String {
  /// How many columns a terminal shows it in.
  var terminalColumns: Int { reduce(0) { $0 + $1.terminalColumns } }

  /// The text, with a `…` for its end if it has more columns than these.
  func cut(toTerminalColumns width: Int) -> String {
    guard terminalColumns > width else { return self }
    var kept = ""
    var left = width - 1
    for character in self {
      left -= character.terminalColumns
      if left < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }
}
