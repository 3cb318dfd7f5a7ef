/// What a status says of the network, so that those of different monitors can be compared; in the order of severity.
enum Reach: Int, Comparable, Hashable, Sendable {
  case reachable
  case degraded
  case unreachable

  /// What a status means, whatever stands behind it in parentheses; nil for a program's own word that nobody here knows.
  init?(status: String) {
    let word = status.firstRange(of: " (").map { String(status[..<$0.lowerBound]) } ?? status
    switch word.lowercased() {
    case "satisfied", "online", "reachableviawifi", "reachableviawwan", "reachableviaethernet", "connected", "up",
      "reachable", "available":
      self = .reachable
    case "degraded", "requiresconnection", "slow": self = .degraded
    case "unsatisfied", "offline", "notreachable", "disconnected", "down", "unreachable", "unavailable":
      self = .unreachable
    default: return nil
    }
  }

  static func < (left: Reach, right: Reach) -> Bool { left.rawValue < right.rawValue }
}
