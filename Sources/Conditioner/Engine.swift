internal import Profiles

/// What a lab asks of whatever imposes its conditions.
protocol Engine: Sendable {
  /// Imposes a profile's conditions on packets that arrive from now on, and answers with the time from which they hold.
  func apply(_ profile: Profile) async throws -> Int64
  /// What crossed the link since the lab was made.
  func counters() async throws -> LinkCounters
  /// Ends the engine; the link carries nothing afterwards.
  func stop()
}
