/// Why the runs of a record can't be made again.
public struct RerunFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cause, in words.
  public let reason: String

  init(_ reason: String) { self.reason = reason }

  /// One line.
  public var description: String { "Cannot run the record again: \(reason)." }
}
