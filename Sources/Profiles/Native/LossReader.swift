/// Makes a loss model of the value of `Loss`.
struct LossReader {
  private static let example = "{ Ratio = \"1 %\"; AverageBurst = 4; }"
  /// Longer bursts than this are an outage, which a scenario says better.
  private static let longestBurst = 1_000_000

  let reader: PropertyListReader

  typealias Entries = PropertyListReader.Entries

  /// The model: a percentage, or a dictionary of one of three forms.
  func loss(_ node: PropertyListReader.Node) -> LossModel? {
    guard case .dictionary = node.value else { return reader.probability(node).map { .independent($0) } }
    guard let entries = reader.dictionary(node, example: Self.example) else { return nil }
    reader.refuseUnknownKeys(
      in: entries, allowed: ["Ratio", "AverageBurst", "GilbertElliott", "FourState"], of: "a loss")
    reader.refuse(
      ["Ratio", "AverageBurst", "FourState"], beside: "GilbertElliott", in: entries,
      "which is a model of its own; write one of them.")
    reader.refuse(
      ["Ratio", "AverageBurst"], beside: "FourState", in: entries, "which is a model of its own; write one of them.")
    if entries.has("GilbertElliott") { return gilbertElliott(entries["GilbertElliott"]) }
    if entries.has("FourState") { return fourState(entries["FourState"]) }
    return bursts(entries)
  }

  private func bursts(_ entries: Entries) -> LossModel? {
    if !entries.has("Ratio") { reader.missing("Ratio", in: entries, "a loss looks like \(Self.example)") }
    let length = reader.decimal(entries["AverageBurst"], in: 1...Self.longestBurst)
    guard let ratio = reader.probability(entries["Ratio"]) else { return nil }
    guard entries.has("AverageBurst") else { return .independent(ratio) }
    guard let length else { return nil }
    guard ratio == .zero || ratio == .one || LossModel.gilbert(ratio: ratio, averageLength: length) != nil else {
      // Between two bursts at least one packet arrives, so that bursts of L make up at most L / (L + 1).
      let least = ratio.fraction / (1 - ratio.fraction)
      let text = DecimalText.shifted("\((least * 1_000).rounded(.up))", by: -3)
      reader.fault(
        entries.path(of: "AverageBurst"),
        "bursts of so few packets cannot make up a loss of \(ratio), since a packet arrives between two bursts; "
          + "write at least \(text).")
      return nil
    }
    return .bursts(ratio: ratio, averageLength: length)
  }

  private func gilbertElliott(_ node: PropertyListReader.Node?) -> LossModel? {
    let example = "{ BecomesBad = \"1 %\"; BecomesGood = \"10 %\"; LossInBad = \"100 %\"; LossInGood = \"0 %\"; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(
      in: entries, allowed: ["BecomesBad", "BecomesGood", "LossInBad", "LossInGood"], of: "the Gilbert-Elliott model")
    let becomesBad = required("BecomesBad", entries, example)
    let becomesGood = required("BecomesGood", entries, example)
    let lossInBad = reader.probability(entries["LossInBad"]) ?? .one
    let lossInGood = reader.probability(entries["LossInGood"]) ?? .zero
    guard let becomesBad, let becomesGood else { return nil }
    return .gilbertElliott(
      GilbertElliottModel(
        becomesBad: becomesBad, becomesGood: becomesGood, lossInBad: lossInBad, lossInGood: lossInGood))
  }

  private func fourState(_ node: PropertyListReader.Node?) -> LossModel? {
    let example = "{ P13 = \"1 %\"; P31 = \"10 %\"; P32 = \"0 %\"; P23 = \"100 %\"; P14 = \"0 %\"; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(in: entries, allowed: ["P13", "P31", "P32", "P23", "P14"], of: "the four-state model")
    let (p13, p31) = (required("P13", entries, example), required("P31", entries, example))
    let p32 = reader.probability(entries["P32"]) ?? .zero
    let p23 = reader.probability(entries["P23"]) ?? .one
    let p14 = reader.probability(entries["P14"]) ?? .zero
    guard let p13, let p31 else { return nil }
    refuseTooMuch([("P13", p13), ("P14", p14)], "first", entries)
    refuseTooMuch([("P31", p31), ("P32", p32)], "third", entries)
    return .fourState(FourStateModel(p13: p13, p31: p31, p32: p32, p23: p23, p14: p14))
  }

  /// The ways out of one state are at most always taken.
  private func refuseTooMuch(_ ways: [(key: String, chance: Probability)], _ state: String, _ entries: Entries) {
    guard ways.map(\.chance.fraction).reduce(0, +) > 1 else { return }
    let (first, second) = (ways[0], ways[1])
    reader.fault(
      entries.path(of: second.key),
      "\(second.chance) and the \(first.chance) of \(first.key) are more than 100 %, and both lead out of the \(state) state."
    )
  }

  private func required(_ key: String, _ entries: Entries, _ example: String) -> Probability? {
    guard entries.has(key) else {
      reader.missing(key, in: entries, "the model looks like \(example)")
      return nil
    }
    return reader.probability(entries[key])
  }
}
