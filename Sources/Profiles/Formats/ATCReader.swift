/// Reads the JSON of Facebook's Augmented Traffic Control: kbit/s, milliseconds one way, percent; numbers may be texts.
enum ATCReader {
  static let keys = ["rate", "delay", "loss", "reorder", "corruption", "iptables_options"]

  static func read(_ root: FormatValue, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    let entries: [FormatValue] = if case .array(let elements) = root.content { elements } else { [root] }
    for entry in entries where !reader.isFull { readProfile(entry, &reader) }
    return try reader.result(.atc)
  }

  private static func readProfile(_ entry: FormatValue, _ reader: inout FormatReader) {
    let name = reader.text(entry, "name").map { reader.name($0) } ?? reader.fileName
    let content = entry["content"] ?? entry
    guard content.isObject, content["up"] != nil || content["down"] != nil else {
      reader.fault(entry, "\(entry.shown) was read, where a profile with the keys up and down is expected.")
      return
    }
    if entry["content"] != nil {
      reader.checkKeys(entry, of: name, known: ["id", "name", "content"])
      reader.checkKeys(content, of: name, known: ["up", "down"])
    } else {
      reader.checkKeys(entry, of: name, known: ["id", "name", "up", "down"])
    }
    var profile = Profile(name: name)
    profile.downlink = direction(content, "down", name, &reader)
    profile.uplink = direction(content, "up", name, &reader)
    reader.add(profile, at: entry)
  }

  private static func direction(
    _ content: FormatValue, _ key: String, _ name: String, _ reader: inout FormatReader
  ) -> LinkConditions {
    var conditions = LinkConditions.none
    guard let settings = content[key] else { return conditions }
    guard settings.isObject else {
      reader.fault(settings, "\(settings.shown) was read, where an object is expected.")
      return conditions
    }
    reader.checkKeys(settings, of: name, known: keys)
    conditions.rate = reader.rate(settings, "rate", unit: 1_000)
    if let delay = part(settings, "delay", ["delay", "jitter", "correlation"], name, &reader) {
      conditions.delay = reader.milliseconds(delay, "delay")
      let deviation = reader.milliseconds(delay, "jitter")
      let correlation = reader.percent(delay, "correlation")
      if deviation != .zero {
        conditions.jitter = Jitter(deviation: deviation, correlation: correlation)
        // Its netem has no rate, and then packets with less jitter overtake.
        conditions.keepsOrder = false
      }
    }
    if let loss = part(settings, "loss", ["percentage", "correlation"], name, &reader) {
      conditions.loss = .independent(reader.percent(loss, "percentage"))
      leaveOutCorrelation(of: loss, "bursts are said by a loss model", name, &reader)
    }
    if let reorder = part(settings, "reorder", ["percentage", "gap", "correlation"], name, &reader) {
      let chance = reader.percent(reorder, "percentage")
      let gap = reader.count(reorder, "gap", in: 0...1_000_000) ?? 1
      if chance != .zero { conditions.reordering = Reordering(chance: chance, gap: max(1, gap)) }
      leaveOutCorrelation(of: reorder, "each packet is on its own", name, &reader)
    }
    if let corruption = part(settings, "corruption", ["percentage", "correlation"], name, &reader) {
      conditions.corrupt = reader.percent(corruption, "percentage")
      leaveOutCorrelation(of: corruption, "each packet is on its own", name, &reader)
    }
    if let options = settings["iptables_options"], !options.elements.isEmpty {
      reader.assume(name, options.path, "left out: options for iptables are never run.")
    }
    return conditions
  }

  private static func part(
    _ settings: FormatValue, _ key: String, _ known: [String], _ name: String, _ reader: inout FormatReader
  ) -> FormatValue? {
    guard let part = settings[key] else { return nil }
    guard part.isObject else {
      reader.fault(part, "\(part.shown) was read, where an object with \(known.joined(separator: ", ")) is expected.")
      return nil
    }
    reader.checkKeys(part, of: name, known: known)
    return part
  }

  private static func leaveOutCorrelation(
    of part: FormatValue, _ reason: String, _ name: String, _ reader: inout FormatReader
  ) {
    guard reader.percent(part, "correlation") != .zero else { return }
    reader.assume(name, "\(part.path).correlation", "left out; \(reason).")
  }
}
