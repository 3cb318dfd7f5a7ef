/// Colour for a terminal, or none.
struct TerminalStyle: Sendable {
  let color: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }

  /// A status in its colour: green is well, yellow is so-so, red is gone.
  func status(_ text: String, _ name: String) -> String {
    switch Reach(status: name) {
    case .reachable?: wrap(text, "32")
    case .degraded?: wrap(text, "33")
    case .unreachable?: wrap(text, "31")
    case nil: text
    }
  }

  private func wrap(_ text: String, _ code: String) -> String { color ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text }
}
