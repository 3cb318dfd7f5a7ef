/// The conditions are others from now on; the event's `t` is when they held.
public struct ConditionChanged: Codable, Hashable, Sendable {
  /// `baseline`, `applied` or `removed`.
  public var step: String
  /// The profile that holds now, with every value.
  public var profile: ProfileRecord
  /// The client's interface.
  public var interface: String
  /// When the change was begun.
  public var began: Int64
  /// From when packets meet the new conditions; equal to the event's `t`.
  public var applied: Int64

  /// Facts as given; times in nanoseconds since the run started.
  public init(step: String, profile: ProfileRecord, interface: String, began: Int64, applied: Int64) {
    self.step = step
    self.profile = profile
    self.interface = interface
    self.began = began
    self.applied = applied
  }
}
