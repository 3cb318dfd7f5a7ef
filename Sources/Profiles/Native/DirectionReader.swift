/// Makes link conditions of the dictionary of one direction.
struct DirectionReader {
  static let keys = [
    "Rate", "Trace", "Delay", "Jitter", "KeepOrder", "Loss", "Duplicate", "Reorder", "Corrupt", "Queue",
  ]
  /// The largest deviation: netem multiplies it, counted in nanoseconds, with 32 bits and a sign.
  static let largestDeviation = Duration.nanoseconds(Int64(Int32.max))
  private static let example = "{ Rate = \"780 kbit/s\"; Delay = \"100 ms\"; }"

  let reader: PropertyListReader
  let surroundings: ProfileSurroundings

  typealias Node = PropertyListReader.Node
  typealias Entries = PropertyListReader.Entries

  /// The conditions that `base` becomes with the keys that are written.
  func conditions(_ node: Node?, changing base: LinkConditions) -> LinkConditions {
    guard let entries = reader.dictionary(node, example: Self.example) else { return base }
    reader.refuseUnknownKeys(in: entries, allowed: Self.keys, of: "a profile")
    var conditions = base
    readRate(entries, &conditions)
    if let delay = reader.delay(entries["Delay"]) { conditions.delay = delay }
    if let node = entries["Jitter"] { conditions.jitter = isNothing(node) ? nil : jitter(node) }
    if let keepsOrder = reader.boolean(entries["KeepOrder"]) { conditions.keepsOrder = keepsOrder }
    if let node = entries["Loss"], let loss = LossReader(reader: reader).loss(node) { conditions.loss = loss }
    if let chance = reader.probability(entries["Duplicate"]) { conditions.duplicate = chance }
    if let node = entries["Reorder"] { conditions.reordering = isNothing(node) ? nil : reordering(node) }
    if let chance = reader.probability(entries["Corrupt"]) { conditions.corrupt = chance }
    if let node = entries["Queue"] { conditions.queue = queue(node) ?? .standard }
    refuseContradictions(entries, conditions)
    return conditions
  }

  /// What no link can be, whether all of it is written here or some of it is inherited.
  private func refuseContradictions(_ entries: Entries, _ conditions: LinkConditions) {
    func place(_ keys: String...) -> String { entries.path(of: keys.first(where: entries.has) ?? keys[0]) }
    if conditions.reordering != nil, conditions.delay == .zero {
      reader.fault(
        place("Reorder", "Delay"),
        "a packet that skips the delay overtakes others, and there is no delay; write a Delay, or leave Reorder out.")
    }
    if case .time = conditions.queue.depth, conditions.rate == nil, conditions.trace == nil {
      reader.fault(
        place("Queue", "Rate", "Trace"),
        "a queue in time holds what the rate sends in it, and there is no rate; write a Rate or a Trace, or a queue in "
          + "packets or bytes.")
    }
  }

  private func readRate(_ entries: Entries, _ conditions: inout LinkConditions) {
    if let rate = entries["Rate"], let trace = entries["Trace"], !isNothing(rate), !isNothing(trace) {
      reader.fault(trace.path, "stands beside Rate, which it would change all the time; write one of them.")
      return
    }
    if let node = entries["Rate"] {
      conditions.trace = nil
      conditions.rate =
        isNothing(node)
        ? nil
        : reader.quantity(node, example: "780 kbit/s") { text throws(QuantityFault) in try DataRate(quantity: text) }
    }
    if let node = entries["Trace"] {
      if isNothing(node) {
        conditions.trace = nil
      } else if let path = reader.line(node, longest: 1_024) {
        conditions.rate = nil
        conditions.trace = contents(of: path, at: node) { bytes throws(TableFault) in
          try RateTrace(mahimahi: bytes, name: path)
        }
      }
    }
  }

  /// Jitter as its deviation alone, or with its distribution and correlation.
  private func jitter(_ node: Node) -> Jitter? {
    guard case .dictionary = node.value else {
      guard let deviation = deviation(node) else { return nil }
      return deviation == .zero ? nil : Jitter(deviation: deviation)
    }
    let example = "{ Deviation = \"10 ms\"; Distribution = normal; Correlation = \"25 %\"; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(in: entries, allowed: ["Deviation", "Distribution", "Correlation"], of: "jitter")
    if !entries.has("Deviation") { reader.missing("Deviation", in: entries, "jitter looks like \(example)") }
    var jitter = Jitter(deviation: deviation(entries["Deviation"]) ?? .zero)
    if let node = entries["Distribution"], let distribution = distribution(node) { jitter.distribution = distribution }
    if let correlation = reader.probability(entries["Correlation"]) { jitter.correlation = correlation }
    return jitter.deviation == .zero ? nil : jitter
  }

  private func deviation(_ node: Node?) -> Duration? {
    reader.quantity(node, example: "10 ms") { text throws(QuantityFault) in
      let deviation = try Duration(quantity: text)
      guard deviation <= Self.largestDeviation else {
        throw QuantityFault(
          text, reason: "is too much; delays deviate by at most \(Self.largestDeviation.quantityText)")
      }
      return deviation
    }
  }

  /// The name of a distribution, or the path of a table; `./normal` is a file of that name.
  private func distribution(_ node: Node) -> JitterDistribution? {
    guard let text = reader.line(node, longest: 1_024) else { return nil }
    if let generated = JitterDistribution.named(text) { return generated }
    return contents(of: text, at: node) { bytes throws(TableFault) in
      .table(name: text, values: try JitterTable.read(bytes))
    }
  }

  private func contents<T>(
    of path: String, at node: Node, _ read: ([UInt8]) throws(TableFault) -> T
  ) -> T? {
    let bytes: [UInt8]
    do throws(ProfileFaults) {
      bytes = try surroundings.bytes(path)
    } catch {
      let names = JitterDistribution.names
      let nearest = Spelling.nearest(to: path, among: names, limit: 1).first.map { " Did you mean \($0)?" } ?? ""
      let hint =
        node.path.hasSuffix(".Distribution")
        ? " Without a file it is one of \(names.joined(separator: ", ")).\(nearest)" : ""
      for fault in error.faults { reader.fault(node.path, "\(fault.file): \(fault.message)\(hint)") }
      return nil
    }
    do throws(TableFault) {
      return try read(bytes)
    } catch {
      reader.fault(node.path, "\(QuantityFault.shown(path))\(error).")
      return nil
    }
  }

  private func reordering(_ node: Node) -> Reordering? {
    guard case .dictionary = node.value else { return reader.probability(node).flatMap { Self.reordering($0, gap: 1) } }
    let example = "{ Chance = \"5 %\"; Gap = 3; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(in: entries, allowed: ["Chance", "Gap"], of: "reordering")
    if !entries.has("Chance") { reader.missing("Chance", in: entries, "reordering looks like \(example)") }
    let gap = reader.count(entries["Gap"], in: 1...1_000_000)
    return reader.probability(entries["Chance"]).flatMap { Self.reordering($0, gap: gap ?? 1) }
  }

  private static func reordering(_ chance: Probability, gap: Int) -> Reordering? {
    chance == .zero ? nil : Reordering(chance: chance, gap: gap)
  }

  private func queue(_ node: Node) -> Queue? {
    guard case .dictionary = node.value else { return depth(node).map { Queue(depth: $0) } }
    let example = "{ Depth = \"50 packets\"; Kind = dropTail; }"
    guard let entries = reader.dictionary(node, example: example) else { return nil }
    reader.refuseUnknownKeys(in: entries, allowed: ["Depth", "Kind"], of: "a queue")
    var queue = Queue.standard
    if let depth = depth(entries["Depth"]) { queue.depth = depth }
    if let kind: Queue.Kind = reader.choice(entries["Kind"]) { queue.kind = kind }
    return queue
  }

  private func depth(_ node: Node?) -> Queue.Depth? {
    reader.quantity(node, example: "50 packets") { text throws(QuantityFault) in try Queue.Depth(quantity: text) }
  }

  private func isNothing(_ node: Node) -> Bool { node.value == .string(ProfileReader.nothing) }
}
