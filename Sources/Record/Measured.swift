/// What the harness itself measured of the link during a step.
public struct Measured: Codable, Hashable, Sendable {
  /// The step.
  public var step: String
  /// `rtt`, `loss`, `rate`, `dns` or `http`.
  public var quantity: String
  /// `roundTrip`, `downlink` or `uplink`.
  public var direction: String
  /// What the profile asks for: nanoseconds (rtt, dns, http), a fraction (loss) or bits a second (rate); absent if nothing.
  public var asked: Double?
  /// What was measured, in the same unit; absent if nothing came through.
  public var got: Double?
  /// How many samples it comes from.
  public var samples: Int
  /// How it was measured, or why it could not be.
  public var method: String

  /// Facts as given.
  public init(
    step: String, quantity: String, direction: String, asked: Double?, got: Double?, samples: Int, method: String
  ) {
    self.step = step
    self.quantity = quantity
    self.direction = direction
    self.asked = asked
    // JSON has no number for what is none; nothing that could be measured is what it means.
    self.got = got.flatMap { $0.isFinite ? $0 : nil }
    self.samples = samples
    self.method = method
  }
}
