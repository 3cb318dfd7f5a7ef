/// What every reader of a foreign format shares: it turns values into quantities, and collects what is wrong with the file
/// and what was assumed on the way.
struct FormatReader {
  /// How the file is named in faults.
  let file: String
  private(set) var faults: [ProfileFault] = []
  private var told: Set<ProfileFault> = []
  private(set) var assumptions: [String] = []
  private(set) var profiles: [Profile] = []
  private var noted: Set<String> = []
  /// The profiles' names by what they are looked up as.
  private var names: [String: String] = [:]

  init(file: String) { self.file = file }

  // MARK: Notes

  /// After so many faults a reader need not go on: nobody reads them, and telling each takes time.
  static let mostFaults = 1_000
  /// Whether there are so many.
  var isFull: Bool { faults.count >= Self.mostFaults }

  mutating func fault(_ keyPath: String?, line: Int? = nil, _ message: String) {
    // The file as a whole has no path.
    let path = keyPath?.isEmpty == true ? nil : keyPath
    let fault = ProfileFault(file: file, keyPath: path, line: line, message: message)
    // A value that two quantities are made of is wrong once.
    if told.insert(fault).inserted { faults.append(fault) }
  }

  mutating func fault(_ value: FormatValue, _ message: String) {
    fault(value.path, line: value.line, message)
  }

  /// Refuses a word that is none of `names`, with the nearest of them; `other` is what else is allowed.
  mutating func refuse(_ value: FormatValue, among names: [String], or other: String? = nil) {
    let nearest = Spelling.nearest(to: value.string ?? "", among: names, limit: 1).first
    let hint = nearest.map { " Did you mean \($0)?" } ?? ""
    let allowed = (names + (other.map { [$0] } ?? [])).joined(separator: ", ")
    fault(value, "\(value.shown) was read; allowed are \(allowed).\(hint)")
  }

  /// Notes an assumption about a key of a profile; once, however often it is made.
  mutating func assume(_ profile: String, _ key: String?, _ text: String) {
    let note = "\(QuantityFault.shown(profile)): " + (key.map { "\(QuantityFault.shown($0)): " } ?? "") + text
    if noted.insert(note).inserted { assumptions.append(note) }
  }

  /// Adds a profile. A name that would be looked up as one that is there already is a fault.
  mutating func add(_ profile: Profile, at value: FormatValue? = nil) {
    var profile = profile
    profile.downlink = bounded(profile.downlink, "downlink", of: profile.name, at: value)
    profile.uplink = bounded(profile.uplink, "uplink", of: profile.name, at: value)
    let name = ProfileStore.normalized(profile.name)
    if let other = names.updateValue(profile.name, forKey: name) {
      fault(
        value?.path, line: value?.line,
        profile.name == other
          ? "\"\(other)\" is the name of a profile before."
          : "\"\(profile.name)\" and \"\(other)\" are the same name, since case, spaces, - and _ do not count.")
    }
    profiles.append(profile)
  }

  /// What was read.
  ///
  /// - Throws: ``ProfileFaults`` if anything was wrong, or if there is no profile.
  func result(
    _ format: ProfileFormat, selected: String? = nil, apple: AppleProfileFile? = nil
  ) throws(ProfileFaults) -> ProfileImport {
    guard faults.isEmpty else {
      let ordered = faults.enumerated().sorted { a, b in
        (a.element.line ?? 0, a.offset) < (b.element.line ?? 0, b.offset)
      }
      let rest = ProfileFault(file: file, message: "There are more faults; these are the first \(faults.count).")
      throw ProfileFaults(ordered.map(\.element) + (isFull ? [rest] : []))
    }
    guard !profiles.isEmpty else {
      throw ProfileFaults([ProfileFault(file: file, message: "There is no profile in it (read as \(format.rawValue)).")]
      )
    }
    return ProfileImport(
      file: file, format: format, profiles: profiles, selected: selected, assumptions: assumptions, apple: apple)
  }

  /// The conditions within the bounds of a native profile, so that what is read can be written.
  private mutating func bounded(
    _ conditions: LinkConditions, _ direction: String, of name: String, at value: FormatValue?
  ) -> LinkConditions {
    var conditions = conditions
    if let jitter = conditions.jitter, jitter.deviation > DirectionReader.largestDeviation {
      fault(
        value?.path, line: value?.line,
        "The jitter of the \(direction) is too much; it is at most \(DirectionReader.largestDeviation.quantityText).")
    }
    if let reordering = conditions.reordering {
      if reordering.chance == .zero {
        conditions.reordering = nil
      } else if conditions.delay == .zero {
        fault(value?.path, line: value?.line, "Packets of the \(direction) are reordered without a delay to skip.")
      } else if reordering.gap > 1_000_000 {
        fault(
          value?.path, line: value?.line, "The gap of the \(direction) is \(reordering.gap); it is at most 1000000.")
      }
    }
    let asked = conditions.queue.depth
    switch asked {
    case .packets(let count): conditions.queue.depth = .packets(min(max(1, count), 1_000_000))
    case .bytes(let count): conditions.queue.depth = .bytes(min(max(Queue.Depth.fullFrame, count), 1_000_000_000))
    case .time(let time):
      if time == .zero || (conditions.rate == nil && conditions.trace == nil) { conditions.queue = .standard }
    }
    if conditions.queue.depth != asked {
      assume(
        name, "queue of the \(direction)",
        "\(asked.quantityText) is taken for \(conditions.queue.depth.quantityText), the nearest that a queue can hold.")
    }
    return conditions
  }

  // MARK: Names and keys

  /// A name that a native profile may have, made of what a file says; a change is noted.
  mutating func name(_ text: String) -> String {
    let cleaned = Self.cleanName(text)
    if cleaned != text { assume(cleaned, nil, "is called \"\(QuantityFault.shown(text))\" in the file.") }
    return cleaned
  }

  /// The text as a name: one line without a slash, with a letter or digit, of at most 64 characters.
  static func cleanName(_ text: String) -> String {
    var name = text.trimmingSpaces()
    if name.contains("/") {
      name = name.split(separator: "/", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        .filter { !$0.isEmpty }.joined(separator: "-")
    }
    name = String(QuantityFault.visible(name).filter { $0 != "/" }.prefix(ProfileReader.longestName)).trimmingSpaces()
    return ProfileStore.normalized(name).isEmpty ? "Imported" : name
  }

  /// The name that the file itself suggests: its last part without its ending.
  var fileName: String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    let stem = last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last
    return Self.cleanName(stem.isEmpty ? last : stem)
  }

  /// A text as a summary; nil where it cannot be one.
  static func summary(_ text: String?) -> String? {
    guard let text = text?.trimmingSpaces(), !text.isEmpty, text.count <= ProfileReader.longestSummary,
      text == QuantityFault.visible(text)
    else { return nil }
    return text
  }

  /// Looks at the keys that a format does not have: one that is nearly a known one is a fault, another is left out with a
  /// note, as the keys in `ignored` are, each for its reason.
  mutating func checkKeys(
    _ object: FormatValue, of profile: String, known: [String], ignored: [String: String] = [:]
  ) {
    for (key, value) in object.members where !known.contains(key) {
      if let reason = ignored[key] {
        assume(profile, key, "left out: \(reason)")
        continue
      }
      let nearest = Spelling.nearest(to: key, among: known + ignored.keys.sorted(), limit: 1).first
      if let nearest, Spelling.distance(key.lowercased(), nearest.lowercased()) <= 2 {
        fault(value, "is not a key of this format; did you mean \(nearest)?")
      } else {
        assume(profile, key, "left out: the key is not known.")
      }
    }
  }

  // MARK: Quantities

  /// The number of a key, at least zero unless `negative` is allowed; nil where it is missing, or wrong and noted.
  mutating func number(_ object: FormatValue, _ key: String, allowsNegative: Bool = false) -> DecimalNumber? {
    guard let value = object[key] else { return nil }
    guard let number = value.decimal else {
      fault(value, "\(value.shown) was read, where a number is expected.")
      return nil
    }
    guard !number.isNegative || allowsNegative else {
      fault(value, "\(value.shown) was read; allowed is 0 or more.")
      return nil
    }
    return number
  }

  /// A whole number of a key within bounds; nil where it is missing, or wrong and noted.
  mutating func count(_ object: FormatValue, _ key: String, in bounds: ClosedRange<Int>) -> Int? {
    guard let number = number(object, key) else { return nil }
    guard number.isWhole, let count = number.wholePart.flatMap({ Int(exactly: $0) }), bounds.contains(count) else {
      let allowed = "allowed is a whole number from \(bounds.lowerBound) to \(bounds.upperBound)."
      fault(object[key] ?? object, "\(number) was read; \(allowed)")
      return nil
    }
    return count
  }

  /// A rate that is counted in `unit` bit/s; nil for none, since 0 means no limit in every format.
  mutating func rate(_ object: FormatValue, _ key: String, unit: UInt64) -> DataRate? {
    guard let number = number(object, key) else { return nil }
    return rate(number.scaled(by: unit), at: object[key] ?? object)
  }

  /// A rate in bit/s, nil for one that is too large to count; 0 means no limit.
  mutating func rate(_ bits: UInt64?, at value: FormatValue) -> DataRate? {
    if bits == 0 {
      if value.decimal != .zero { fault(value, "\(value.shown) is less than half a bit per second.") }
      return nil
    }
    guard let bits, DataRate.allowed.contains(DataRate(bitsPerSecond: bits)) else {
      fault(value, "\(value.shown) is out of range; a rate lies between 8 bit/s and 40 Gbit/s, and 0 is no limit.")
      return nil
    }
    return DataRate(bitsPerSecond: bits)
  }

  /// A duration that is counted in milliseconds; zero where it is missing.
  mutating func milliseconds(_ object: FormatValue, _ key: String) -> Duration {
    guard let number = number(object, key) else { return .zero }
    return duration(number.scaled(by: 1_000_000), at: object[key] ?? object)
  }

  /// A duration of so many nanoseconds, nil for one that is too long to count.
  mutating func duration(_ nanoseconds: UInt64?, at value: FormatValue) -> Duration {
    guard let nanoseconds, let count = Int64(exactly: nanoseconds), Duration.nanoseconds(count) <= .longestDelay else {
      fault(value, "\(value.shown) is too long; a delay is at most \(Duration.longestDelay.quantityText).")
      return .zero
    }
    return .nanoseconds(count)
  }

  /// A chance in percent; zero where it is missing.
  mutating func percent(_ object: FormatValue, _ key: String) -> Probability {
    chance(object, key, of: 100)
  }

  /// A chance as a fraction from 0 to 1; zero where it is missing.
  mutating func fraction(_ object: FormatValue, _ key: String) -> Probability {
    chance(object, key, of: 1)
  }

  private mutating func chance(_ object: FormatValue, _ key: String, of whole: Double) -> Probability {
    guard let number = number(object, key) else { return .zero }
    let chance = whole == 1 ? Probability(fraction: number.double) : Probability(percent: number.double)
    guard let chance else {
      fault(object[key] ?? object, "\(number) was read; allowed is 0 to \(Int(whole)).")
      return .zero
    }
    return chance
  }

  /// The text of a key; nil where it is missing, or wrong and noted.
  mutating func text(_ object: FormatValue, _ key: String) -> String? {
    guard let value = object[key] else { return nil }
    switch value.content {
    case .string(let text): return text
    case .number(let text): return text
    default:
      fault(value, "\(value.shown) was read, where a text is expected.")
      return nil
    }
  }

  /// The text of a key without control characters, which XML cannot say; nil where it is missing, or wrong and noted.
  mutating func plainText(_ object: FormatValue, _ key: String) -> String? {
    guard let text = text(object, key) else { return nil }
    guard isPlain(text, at: object[key] ?? object) else { return nil }
    return text
  }

  /// Whether a text has no control characters; if not, that is a fault.
  mutating func isPlain(_ text: String, at value: FormatValue) -> Bool {
    guard text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return true }
    fault(value, "\"\(QuantityFault.shown(text))\" was read; control characters are not allowed.")
    return false
  }

  /// Whether a key says yes: a boolean, 0 or 1, YES or NO; nil where it is missing, or wrong and noted.
  mutating func boolean(_ object: FormatValue, _ key: String) -> Bool? {
    guard let value = object[key] else { return nil }
    if case .boolean(let answer) = value.content { return answer }
    switch value.string?.lowercased() ?? value.decimal?.description {
    case "yes", "true", "1": return true
    case "no", "false", "0": return false
    default:
      fault(value, "\(value.shown) was read; allowed are true and false.")
      return nil
    }
  }

  /// The two halves of a round trip, one for each direction.
  static func halves(of roundTrip: Duration) -> (down: Duration, up: Duration) {
    let nanoseconds = roundTrip.wholeNanoseconds
    return (.nanoseconds(nanoseconds - nanoseconds / 2), .nanoseconds(nanoseconds / 2))
  }
}
