internal import Glibc
internal import LinuxSystem

/// How a report is drawn on this terminal.
enum ReportStyle {
  /// The terminal's width, at most 120; 80 where there is none.
  static var width: Int { min(120, Terminal.width(1) ?? 80) }

  /// Colour only on a terminal, and not where `NO_COLOR` is set or `--plain` given.
  static func isColored(isPlain: Bool) -> Bool {
    let isRefused = unsafe getenv("NO_COLOR").map { unsafe $0.pointee != 0 } ?? false
    return !isPlain && !isRefused && Terminal.isTerminal(1)
  }
}
