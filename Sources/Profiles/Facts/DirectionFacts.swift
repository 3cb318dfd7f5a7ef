/// What one direction of a profile does, as facts for machines.
///
/// Durations are whole nanoseconds, rates bits per second, chances fractions from 0 to 1.
public struct DirectionFacts: Hashable, Sendable, Encodable {
  /// A rate that changes all the time.
  public struct Trace: Hashable, Sendable, Encodable {
    /// Its file.
    public let name: String
    /// How long it takes until it starts anew, in nanoseconds.
    public let length: Int64
    /// How many moments it has, each letting 1500 bytes through.
    public let opportunities: Int
  }

  /// How delays differ.
  public struct JitterFacts: Hashable, Sendable, Encodable {
    /// In nanoseconds.
    public let deviation: Int64
    /// `uniform`, `normal`, `pareto`, `paretonormal`, or the file of a table.
    public let distribution: String
    /// A fraction from 0 to 1.
    public let correlation: Double
  }

  /// How packets are lost.
  public struct Loss: Hashable, Sendable, Encodable {
    /// `independent`, `bursts`, `gilbertElliott` or `fourState`.
    public let model: String
    /// The model's numbers by the names of the keys of a profile's file, such as `averageBurst`; chances as fractions.
    public let parameters: [String: Double]

    init(_ loss: LossModel) {
      switch loss {
      case .independent(let chance):
        (model, parameters) = ("independent", ["ratio": chance.fraction])
      case .bursts(let ratio, let length):
        (model, parameters) = ("bursts", ["ratio": ratio.fraction, "averageBurst": length])
      case .gilbertElliott(let chain):
        model = "gilbertElliott"
        parameters = [
          "becomesBad": chain.becomesBad.fraction, "becomesGood": chain.becomesGood.fraction,
          "lossInBad": chain.lossInBad.fraction, "lossInGood": chain.lossInGood.fraction,
        ]
      case .fourState(let chain):
        model = "fourState"
        parameters = [
          "p13": chain.p13.fraction, "p31": chain.p31.fraction, "p32": chain.p32.fraction, "p23": chain.p23.fraction,
          "p14": chain.p14.fraction,
        ]
      }
    }
  }

  /// Packets that overtake others.
  public struct Reorder: Hashable, Sendable, Encodable {
    /// A fraction from 0 to 1.
    public let chance: Double
    /// Only every so many packets has it.
    public let gap: Int
  }

  /// What waits for the wire.
  public struct QueueFacts: Hashable, Sendable, Encodable {
    /// `packets`, `bytes` or `nanoseconds`.
    public let unit: String
    /// How many of them may wait.
    public let depth: Int64
    /// `dropTail` or `dropHead`.
    public let kind: Queue.Kind

    init(_ queue: Queue) {
      kind = queue.kind
      switch queue.depth {
      case .packets(let count): (unit, depth) = ("packets", Int64(count))
      case .bytes(let count): (unit, depth) = ("bytes", Int64(count))
      case .time(let time): (unit, depth) = ("nanoseconds", time.wholeNanoseconds)
      }
    }
  }

  /// Bits per second, with a trace those of the long run; nil, written as `null`, for no limit.
  public let rate: UInt64?
  /// The trace in the rate's place; nil for none.
  public let trace: Trace?
  /// One way, in nanoseconds.
  public let delay: Int64
  /// How delays differ; nil for not at all.
  public let jitter: JitterFacts?
  /// Whether packets stay in order.
  public let keepsOrder: Bool
  /// What is lost in the long run, a fraction from 0 to 1.
  public let loss: Double
  /// How it is lost.
  public let lossModel: Loss
  /// A fraction from 0 to 1.
  public let duplicate: Double
  /// Packets that overtake others; nil for none.
  public let reorder: Reorder?
  /// A fraction from 0 to 1.
  public let corrupt: Double
  /// What waits for the wire.
  public let queue: QueueFacts

  init(_ conditions: LinkConditions) {
    rate = conditions.averageRate?.bitsPerSecond
    trace = conditions.trace.map {
      Trace(name: $0.name, length: $0.length.wholeNanoseconds, opportunities: $0.opportunities.count)
    }
    delay = conditions.delay.wholeNanoseconds
    jitter = conditions.jitter.map {
      JitterFacts(
        deviation: $0.deviation.wholeNanoseconds, distribution: $0.distribution.name,
        correlation: $0.correlation.fraction)
    }
    keepsOrder = conditions.keepsOrder
    loss = conditions.loss.average.fraction
    lossModel = Loss(conditions.loss)
    duplicate = conditions.duplicate.fraction
    reorder = conditions.reordering.map { Reorder(chance: $0.chance.fraction, gap: $0.gap) }
    corrupt = conditions.corrupt.fraction
    queue = QueueFacts(conditions.queue)
  }

  private enum CodingKeys: String, CodingKey {
    case rate, trace, delay, jitter, keepsOrder, loss, lossModel, duplicate, reorder, corrupt, queue
  }

  /// Writes every key, so that a missing one always means another schema.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(rate, forKey: .rate)
    try container.encode(trace, forKey: .trace)
    try container.encode(delay, forKey: .delay)
    try container.encode(jitter, forKey: .jitter)
    try container.encode(keepsOrder, forKey: .keepsOrder)
    try container.encode(loss, forKey: .loss)
    try container.encode(lossModel, forKey: .lossModel)
    try container.encode(duplicate, forKey: .duplicate)
    try container.encode(reorder, forKey: .reorder)
    try container.encode(corrupt, forKey: .corrupt)
    try container.encode(queue, forKey: .queue)
  }
}
