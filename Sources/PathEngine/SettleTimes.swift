/// How long a path must stay as it is before it counts as settled.
public struct SettleTimes: Hashable, Sendable {
  /// For a path that is usable, another usable one than before included.
  public var up: Duration
  /// For the loss of a usable path.
  public var down: Duration

  /// Times as given; negative ones are zero.
  public init(up: Duration, down: Duration) {
    self.up = max(up, .zero)
    self.down = max(down, .zero)
  }

  /// At once: what is raw is settled.
  public static let immediately = SettleTimes(up: .zero, down: .zero)
}
