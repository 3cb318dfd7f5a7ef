internal import FoundationEssentials

/// The time of day, for the record.
enum WallClock {
  /// Now in UTC, as RFC 3339 has it.
  static func now() -> String { Date().formatted(.iso8601) }
}
