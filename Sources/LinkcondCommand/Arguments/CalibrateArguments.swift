import Conditioner

/// The arguments of `linkcond calibrate`.
struct CalibrateArguments: Hashable, Sendable {
  /// Which engine to measure.
  var engine: EngineChoice
  /// Where the fates of packets come from.
  var seed: UInt64
  /// Whether to print JSON.
  var isJSON: Bool
  /// Where to record the table; nil records it nowhere.
  var output: String?

  private static let seed = ValueOption<UInt64>(
    "seed", value: "number", help: "Decide the fates of packets by this number.", range: 0...UInt64.max, fallback: "1")
  private static let output = ValueOption<String>(
    "output", value: "file", help: "Record the table in a file too, as JSON, in the place of an older one.")

  static let description = CommandDescription(
    "calibrate", abstract: "Measure what a lab imposes here beside what was asked of it.",
    discussion: """
      A lab is made and asked for one condition after the other; frames of known times tell what it did. It takes \
      about a minute and wants an otherwise idle machine; where times or rates are wrong and it was busy, that is \
      said too. The exit status is 1 if anything was not as asked: delays less than 0.1 ms late for half of the \
      packets and 0.5 ms for 99 of 100, rates within 1 % (3 % above 100 Mbit/s), the rest within what chance allows \
      once in a thousand times.
      """,
    options: [
      SharedOptions.engine.description, seed.description, output.description, SharedOptions.json.description,
    ])
}

extension CalibrateArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    engine = try parsed.value(SharedOptions.engine) ?? .auto
    seed = try parsed.value(Self.seed) ?? 1
    isJSON = parsed.has(SharedOptions.json)
    output = try parsed.value(Self.output)
  }
}
