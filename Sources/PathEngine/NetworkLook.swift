/// Facts of a network, with the number of the reading: a higher one is newer.
public struct NetworkLook: Sendable {
  /// Counts the readings of one ``MonitoredNetwork``.
  public let number: UInt64
  /// What was read.
  public let snapshot: NetworkSnapshot
  /// The events that led to reading; none where somebody asked.
  public let events: [TimedEvent]
}
