/// What one layer of a ``LayeredStatus`` says, since when and why.
public struct StatusLayer<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What it says; nil while nothing is known.
  public let value: Value?
  /// Since when, in nanoseconds of the network's clock (CLOCK_MONOTONIC outside of scripts).
  public let since: Int64
  /// Why, as words without a full stop.
  public let reason: String

  /// A layer as given.
  public init(_ value: Value?, since: Int64, reason: String) {
    self.value = value
    self.since = since
    self.reason = reason
  }
}
