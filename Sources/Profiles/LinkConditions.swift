/// What one direction of a link does to packets.
public struct LinkConditions: Hashable, Sendable {
  /// The most that gets through; nil for no limit.
  public var rate: DataRate?
  /// The one-way delay, on top of the time that the rate takes to send a packet.
  public var delay: Duration
  /// The chance that a packet is lost.
  public var loss: Probability

  /// No limit, no delay, no loss.
  public static let none = LinkConditions()

  /// Conditions for one direction; what is left out is not impaired.
  public init(rate: DataRate? = nil, delay: Duration = .zero, loss: Probability = .zero) {
    self.rate = rate
    self.delay = delay
    self.loss = loss
  }
}

extension LinkConditions: CustomStringConvertible {
  /// `780 kbit/s, 100 ms, 1 % loss`, with only what impairs; `unimpaired` if nothing does.
  public var description: String {
    if loss == .one { return "100 % loss" }
    var parts: [String] = []
    if let rate { parts.append(rate.description) }
    if delay != .zero { parts.append(delay.quantityText) }
    if loss != .zero { parts.append("\(loss) loss") }
    return parts.isEmpty ? "unimpaired" : parts.joined(separator: ", ")
  }
}
