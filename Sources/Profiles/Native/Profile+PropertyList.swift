extension Profile {
  /// Reads a profile from the bytes of a property list: old-style, XML or binary.
  ///
  /// `file` is how the file is named in faults. Nothing is opened but what `Trace` and `Distribution` name, relative to the
  /// folder of `file`. There is nothing to inherit from; ``init(propertyList:file:profiles:)`` has a store for that.
  ///
  /// - Throws: ``ProfileFaults`` with everything that is wrong: damaged syntax, a size above 1 MiB, text that is
  ///   not UTF-8 or has a NUL, more than 32 levels, unknown or (in text formats) repeated keys, quantities without a unit
  ///   or out of range, values that contradict one another, a missing name.
  public init(propertyList data: [UInt8], file: String) throws(ProfileFaults) {
    self = try ProfileReader.read(PropertyListFile(data, file: file), file: file, surroundings: .alone(file))
  }

  /// Reads a profile that may inherit from the profiles of a store; see ``init(propertyList:file:)``.
  ///
  /// - Throws: ``ProfileFaults``, also for `Inherits` that names no profile, a damaged one, or closes a circle.
  public init(propertyList data: [UInt8], file: String, profiles: ProfileStore) throws(ProfileFaults) {
    self = try profiles.catalog().profile(in: PropertyListFile(data, file: file), file: file)
  }

  /// The profile as an old-style property list; what is not impaired is left out. Reading it gives the profile again, if
  /// the files of its traces and tables are where it says.
  public var propertyListText: String {
    (["{"] + propertyListEntries + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The lines between the braces of ``propertyListText``.
  var propertyListEntries: [String] {
    var lines = ["  Name = \(OldStyleText.quoted(name));"]
    if let summary { lines.append("  Summary = \(OldStyleText.quoted(summary));") }
    lines.append("  InterfaceType = \(interfaceType.rawValue);")
    if let radio { lines.append("  Radio = \(OldStyleText.quoted(radio.rawValue));") }
    if isExpensive { lines.append("  Expensive = YES;") }
    if isConstrained { lines.append("  Constrained = YES;") }
    if linkState != .up { lines.append("  LinkState = \(linkState.rawValue);") }
    if family != .any { lines.append("  ProtocolFamily = \(family.rawValue);") }
    if dnsDelay != .zero { lines.append("  DNSDelay = \"\(dnsDelay.quantityText)\";") }
    if let dnsFailure { lines.append("  DNSFailure = \(dnsFailure.rawValue);") }
    if downlink == uplink {
      lines += Self.lines("Link", downlink)
    } else {
      lines += Self.lines("Downlink", downlink) + Self.lines("Uplink", uplink)
    }
    return lines
  }

  /// On one line if it is short, else each key on its own.
  private static func lines(_ key: String, _ conditions: LinkConditions) -> [String] {
    guard conditions != .none else { return [] }
    let entries = conditions.propertyListEntries
    let line = "  \(key) = { \(entries.joined(separator: " ")) };"
    return line.count <= 100 ? [line] : ["  \(key) = {"] + entries.map { "    \($0)" } + ["  };"]
  }
}

extension LinkConditions {
  /// `Rate = "780 kbit/s";` and so on, without what is not impaired.
  fileprivate var propertyListEntries: [String] {
    var entries: [String] = []
    func add(_ key: String, _ text: String) { entries.append("\(key) = \"\(text)\";") }
    if let trace {
      entries.append("Trace = \(OldStyleText.quoted(trace.name));")
    } else if let rate {
      add("Rate", rate.description)
    }
    if delay != .zero { add("Delay", delay.quantityText) }
    if let jitter, jitter.deviation != .zero { entries.append("Jitter = \(jitter.propertyListText);") }
    if !keepsOrder { entries.append("KeepOrder = NO;") }
    if loss != .none { entries.append("Loss = \(loss.propertyListText);") }
    if duplicate != .zero { add("Duplicate", duplicate.description) }
    if let reordering, reordering.chance != .zero {
      entries.append("Reorder = { Chance = \"\(reordering.chance)\"; Gap = \(reordering.gap); };")
    }
    if corrupt != .zero { add("Corrupt", corrupt.description) }
    if queue.kind != .dropTail {
      entries.append("Queue = { Depth = \"\(queue.depth.quantityText)\"; Kind = \(queue.kind.rawValue); };")
    } else if queue != .standard {
      add("Queue", queue.depth.quantityText)
    }
    return entries
  }
}

extension Jitter {
  fileprivate var propertyListText: String {
    let deviation = "\"\(deviation.quantityText)\""
    guard distribution != .uniform || correlation != .zero else { return deviation }
    var entries = ["Deviation = \(deviation);"]
    if distribution != .uniform { entries.append("Distribution = \(OldStyleText.quoted(distribution.name));") }
    if correlation != .zero { entries.append("Correlation = \"\(correlation)\";") }
    return "{ \(entries.joined(separator: " ")) }"
  }
}

extension LossModel {
  fileprivate var propertyListText: String {
    func entries(_ entries: [(String, Probability)]) -> String {
      "{ \(entries.map { "\($0) = \"\($1)\";" }.joined(separator: " ")) }"
    }
    switch self {
    case .independent(let chance): return "\"\(chance)\""
    case .bursts(let ratio, let length):
      return "{ Ratio = \"\(ratio)\"; AverageBurst = \(DecimalText.shifted("\(length)", by: 0)); }"
    case .gilbertElliott(let model):
      let text = entries([
        ("BecomesBad", model.becomesBad), ("BecomesGood", model.becomesGood), ("LossInBad", model.lossInBad),
        ("LossInGood", model.lossInGood),
      ])
      return "{ GilbertElliott = \(text); }"
    case .fourState(let model):
      let text = entries([
        ("P13", model.p13), ("P31", model.p31), ("P32", model.p32), ("P23", model.p23), ("P14", model.p14),
      ])
      return "{ FourState = \(text); }"
    }
  }
}
