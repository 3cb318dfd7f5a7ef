/// What one direction of a link does to packets.
///
/// The order of effects: loss, the queue for the wire, the wire at its rate, then delay and jitter. A packet that is lost
/// uses no time on the wire.
public struct LinkConditions: Hashable, Sendable {
  /// The most that gets through; nil for no limit.
  public var rate: DataRate?
  /// A rate that changes all the time, in the place of ``rate``; nil for none.
  public var trace: RateTrace?
  /// The one-way delay, on top of the time that the rate takes to send a packet.
  public var delay: Duration
  /// How delays differ from packet to packet; nil for not at all.
  public var jitter: Jitter?
  /// Whether packets stay in order whatever the jitter, as on most real links.
  public var keepsOrder: Bool
  /// Which packets are lost.
  public var loss: LossModel
  /// The chance that a packet arrives twice.
  public var duplicate: Probability
  /// Packets that overtake others; nil for none.
  public var reordering: Reordering?
  /// The chance that a packet arrives with one bit flipped.
  public var corrupt: Probability
  /// What waits for the wire.
  public var queue: Queue

  /// No limit, no delay, no loss.
  public static let none = LinkConditions()

  /// Conditions for one direction; what is left out is not impaired.
  public init(
    rate: DataRate? = nil, trace: RateTrace? = nil, delay: Duration = .zero, jitter: Jitter? = nil,
    keepsOrder: Bool = true, loss: LossModel = .none, duplicate: Probability = .zero, reordering: Reordering? = nil,
    corrupt: Probability = .zero, queue: Queue = .standard
  ) {
    self.rate = rate
    self.trace = trace
    self.delay = delay
    self.jitter = jitter
    self.keepsOrder = keepsOrder
    self.loss = loss
    self.duplicate = duplicate
    self.reordering = reordering
    self.corrupt = corrupt
    self.queue = queue
  }

  /// What it carries in the long run; nil for no limit.
  public var averageRate: DataRate? { trace?.averageRate ?? rate }
}

extension LinkConditions: CustomStringConvertible {
  /// `780 kbit/s, 100 ms, 1 % loss`, with only what impairs; `unimpaired` if nothing does.
  public var description: String {
    if loss.average == .one { return "100 % loss" }
    var parts: [String] = []
    if let trace {
      parts.append("\(trace.averageRate) (\(trace.name))")
    } else if let rate {
      parts.append(rate.description)
    }
    if delay != .zero { parts.append(delay.quantityText) }
    if let jitter { parts.append("± \(jitter.deviation.quantityText)") }
    switch loss {
    case .independent(.zero): break
    case .independent(let chance): parts.append("\(chance) loss")
    case .bursts, .gilbertElliott, .fourState: parts.append("\(loss.average) loss in bursts")
    }
    if duplicate != .zero { parts.append("\(duplicate) twice") }
    if let reordering { parts.append("\(reordering.chance) reordered") }
    if corrupt != .zero { parts.append("\(corrupt) corrupted") }
    return parts.isEmpty ? "unimpaired" : parts.joined(separator: ", ")
  }
}
