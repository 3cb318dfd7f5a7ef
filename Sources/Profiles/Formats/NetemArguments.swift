/// The arguments of netem, as `tc` takes them (tc-netem(8)).
struct NetemArguments {
  static let options = [
    "limit", "delay", "latency", "loss", "drop", "duplicate", "reorder", "gap", "corrupt", "distribution", "rate",
    "slot", "ecn", "seed",
  ]

  private(set) var conditions = LinkConditions.none
  /// Keys that a profile does not have, with the reason, as they were met.
  private(set) var leftOut: [(key: String, reason: String)] = []
  private(set) var limit: Int?
  private var gap: Int?
  private var hasRate = false
  private var hasLoss = false
  private var hasECN = false
  private var distribution: JitterDistribution?

  var duplicates: Bool { conditions.duplicate != .zero }

  /// Reads all the words. `reader` takes note of what is wrong.
  init(_ words: TrafficControlWords, _ reader: inout FormatReader) {
    var words = words
    while let word = words.next() {
      let option = TrafficControlWords.option(word, among: Self.options) ?? word
      switch option {
      case "limit": limit = words.value(option, "a number of packets", &reader, TrafficControlQuantity.count)
      case "delay", "latency": readDelay(option, &words, &reader)
      case "loss", "drop": readLoss(option, &words, &reader)
      case "duplicate":
        if let chance = words.chance(option, &reader) { conditions.duplicate = chance }
        skipCorrelation(option, &words)
      case "reorder":
        if let chance = words.chance(option, &reader) { conditions.reordering = Reordering(chance: chance) }
        skipCorrelation(option, &words)
      case "gap": gap = words.value(option, "a number of packets", &reader, TrafficControlQuantity.count)
      case "corrupt":
        if let chance = words.chance(option, &reader) { conditions.corrupt = chance }
        skipCorrelation(option, &words)
      case "distribution": readDistribution(&words, &reader)
      case "rate": readRate(&words, &reader)
      case "slot":
        var values: [String] = []
        // `slot distribution NAME DELAY JITTER`, not the distribution of the delay.
        if words.peek == "distribution" { for _ in 0..<4 { if let word = words.next() { values.append(word) } } }
        while let word = words.peek, TrafficControlWords.option(word, among: Self.options) == nil,
          let value = words.next()
        {
          values.append(value)
        }
        let shown = QuantityFault.shown(values.joined(separator: " "))
        leftOut.append(("slot", "\"\(shown)\" is left out; a profile has no slots."))
      case "ecn": hasECN = true
      case "seed":
        if let seed = words.value(option, "a number", &reader, { UInt64($0) }) {
          leftOut.append(("seed", "\(seed) is left out; a run is given its seed with --seed."))
        }
      default: words.unknown(option, among: Self.options, &reader)
      }
    }
    finish(words, &reader)
  }

  private mutating func readDelay(_ option: String, _ words: inout TrafficControlWords, _ reader: inout FormatReader) {
    guard let delay = words.time(option, &reader) else { return }
    conditions.delay = delay
    guard let deviation = words.optional(TrafficControlWords.time) else { return }
    let correlation = words.optional(TrafficControlQuantity.chance) ?? .zero
    if deviation != .zero { conditions.jitter = Jitter(deviation: deviation, correlation: correlation) }
  }

  private mutating func readLoss(_ option: String, _ words: inout TrafficControlWords, _ reader: inout FormatReader) {
    if hasLoss { words.fault(option, "there is a loss already; tc takes one.", &reader) }
    hasLoss = true
    switch words.peek {
    case "state":
      _ = words.next()
      guard let p13 = words.chance("\(option) state", &reader) else { return }
      let rest = Self.chances(&words, 4)
      let p31 = rest.first ?? Self.complement(p13)
      conditions.loss = .fourState(
        FourStateModel(
          p13: p13, p31: p31, p32: rest.dropFirst().first ?? .zero, p23: rest.dropFirst(2).first ?? .one,
          p14: rest.dropFirst(3).first ?? .zero))
    case "gemodel":
      _ = words.next()
      guard let p = words.chance("\(option) gemodel", &reader) else { return }
      let rest = Self.chances(&words, 3)
      conditions.loss = .gilbertElliott(
        GilbertElliottModel(
          becomesBad: p, becomesGood: rest.first ?? Self.complement(p), lossInBad: rest.dropFirst().first ?? .one,
          lossInGood: rest.dropFirst(2).first ?? .zero))
    default:
      if words.peek == "random" { _ = words.next() }
      if let chance = words.chance(option, &reader) { conditions.loss = .independent(chance) }
      skipCorrelation(option, &words)
    }
  }

  private static func chances(_ words: inout TrafficControlWords, _ most: Int) -> [Probability] {
    var chances: [Probability] = []
    while chances.count < most, let chance = words.optional(TrafficControlQuantity.chance) { chances.append(chance) }
    return chances
  }

  /// What is left to certainty, in whole billionths, so that 1 % leaves 99 % to the letter.
  private static func complement(_ chance: Probability) -> Probability {
    Probability(percent: ((100 - chance.percent) * 1e7).rounded() / 1e7) ?? .zero
  }

  private mutating func skipCorrelation(_ option: String, _ words: inout TrafficControlWords) {
    guard let correlation = words.optional(TrafficControlQuantity.chance), correlation != .zero else { return }
    let reason = ["loss", "drop"].contains(option) ? "bursts are said by a loss model" : "each packet is on its own"
    leftOut.append((option, "its correlation of \(correlation) is left out; \(reason)."))
  }

  private mutating func readDistribution(_ words: inout TrafficControlWords, _ reader: inout FormatReader) {
    let known: [String: JitterDistribution] = [
      "uniform": .uniform, "normal": .normal, "pareto": .pareto, "paretonormal": .paretonormal,
    ]
    let expected = "one of uniform, normal, pareto and paretonormal"
    distribution = words.value("distribution", expected, &reader) { known[$0] }
  }

  private mutating func readRate(_ words: inout TrafficControlWords, _ reader: inout FormatReader) {
    let word = words.peek ?? ""
    guard let bits = words.rate("rate", &reader) else { return }
    hasRate = true
    // As much as the upper bound stands for no limit: it is written so that netem keeps packets in order.
    if bits < TrafficControlWriter.openRate.bitsPerSecond {
      conditions.rate = reader.rate(bits, at: FormatValue(.string(word), path: "netem.rate", line: words.line))
    }
    var overheads: [String] = []
    while overheads.count < 3, let overhead = words.optional({ Int($0) }) { overheads.append("\(overhead)") }
    if !overheads.isEmpty {
      leftOut.append(("rate", "the overheads \(overheads.joined(separator: " ")) behind it are left out."))
    }
  }

  /// What tc checks at the end, and what the options mean together.
  private mutating func finish(_ words: TrafficControlWords, _ reader: inout FormatReader) {
    if gap != nil, conditions.reordering == nil {
      words.fault("gap", "gap says how often reorder may happen, and there is no reorder.", &reader)
    }
    if let gap, let chance = conditions.reordering?.chance {
      conditions.reordering = Reordering(chance: chance, gap: max(1, gap))
    }
    if conditions.reordering != nil, conditions.delay == .zero {
      words.fault("reorder", "reordering is not possible without a delay that packets can skip.", &reader)
      conditions.reordering = nil
    }
    if distribution != nil, conditions.jitter == nil {
      words.fault("distribution", "a distribution needs a delay and a jitter.", &reader)
    }
    if let distribution { conditions.jitter?.distribution = distribution }
    if hasECN {
      if !hasLoss { words.fault("ecn", "ecn needs a loss, whose packets it marks.", &reader) }
      leftOut.append(("ecn", "is left out; packets are lost here, not marked."))
    }
    // netem with a rate keeps packets in order, without one it lets those with less jitter overtake.
    if conditions.jitter != nil, !hasRate { conditions.keepsOrder = false }
    // tc's default of 1000 packets counts the delay line, which ours does not.
    let inFlight = conditions.rate.map { TrafficControlWriter.framesInFlight($0, conditions.delay) } ?? 0
    if let limit = limit ?? (conditions.rate == nil ? nil : 1_000), limit != TrafficControlWriter.openLimit {
      if limit == 0 {
        words.fault("limit", "a limit of 0 drops everything; say \"loss 100%\" if that is meant.", &reader)
      }
      conditions.queue = Queue(depth: .packets(max(1, limit - inFlight)))
    }
  }
}
