/// Makes a profile of a property list, collecting every fault on the way.
struct ProfileReader {
  static let keys = [
    "Name", "Summary", "InterfaceType", "Expensive", "LinkState", "DNSDelay", "Downlink", "Uplink", "Link",
  ]
  static let directionKeys = ["Rate", "Delay", "Loss"]
  static let longestName = 64
  static let longestSummary = 200

  private let file: String
  private let list: PropertyListFile
  private var faults: [ProfileFault] = []

  private init(_ list: PropertyListFile, file: String) {
    self.list = list
    self.file = file
  }

  /// The profile in `list`.
  static func read(_ list: PropertyListFile, file: String) throws(ProfileFaults) -> Profile {
    var reader = ProfileReader(list, file: file)
    let profile = reader.profile()
    guard reader.faults.isEmpty else {
      throw ProfileFaults(
        reader.faults.enumerated().sorted { a, b in
          (a.element.line ?? 0, a.offset) < (b.element.line ?? 0, b.offset)
        }.map(\.element))
    }
    return profile
  }

  private mutating func profile() -> Profile {
    for (keyPath, line) in list.outline.duplicates {
      let first = list.outline.lines[keyPath].map { " (first on line \($0))" } ?? ""
      faults.append(
        ProfileFault(
          file: file, keyPath: keyPath, line: line, message: "The key is written twice\(first); once is allowed."))
    }
    refuseUnknownKeys(list.root, allowed: Self.keys, under: nil)
    var profile = Profile(name: name())
    profile.summary = line("Summary", longest: Self.longestSummary)
    if let type: InterfaceType = choice("InterfaceType") { profile.interfaceType = type }
    if let state: LinkState = choice("LinkState") { profile.linkState = state }
    if let expensive = boolean("Expensive") { profile.isExpensive = expensive }
    if let delay = delay(list.root["DNSDelay"], at: "DNSDelay") { profile.dnsDelay = delay }
    if list.root["Link"] != nil {
      for key in ["Downlink", "Uplink"] where list.root[key] != nil {
        fault(key, "stands beside Link, which is for both directions; write either Link, or Downlink and Uplink.")
      }
      let both = direction("Link")
      (profile.downlink, profile.uplink) = (both, both)
    }
    if list.root["Downlink"] != nil { profile.downlink = direction("Downlink") }
    if list.root["Uplink"] != nil { profile.uplink = direction("Uplink") }
    return profile
  }

  private mutating func name() -> String {
    guard list.root["Name"] != nil else {
      faults.append(ProfileFault(file: file, keyPath: "Name", message: "The key is missing; a profile needs a name."))
      return ""
    }
    guard let name = line("Name", longest: Self.longestName) else { return "" }
    if name.contains("/") || ProfileStore.normalized(name).isEmpty {
      fault("Name", "\"\(name)\" cannot be looked up; a name has a letter or digit and no slash.")
    }
    return name
  }

  /// One line of text, neither empty nor longer than `longest` characters.
  private mutating func line(_ key: String, longest: Int) -> String? {
    guard let value = list.root[key] else { return nil }
    guard case .string(let text) = value else {
      fault(key, "\(value.shown) was read, where a text is expected.")
      return nil
    }
    guard !text.isEmpty, text.count <= longest, text == text.trimmingSpaces(), text == QuantityFault.visible(text)
    else {
      fault(
        key, "\(value.shown) was read; allowed is one line of 1 to \(longest) characters without spaces at its ends.")
      return nil
    }
    return text
  }

  private mutating func choice<T: RawRepresentable & CaseIterable>(_ key: String) -> T? where T.RawValue == String {
    guard let value = list.root[key] else { return nil }
    if case .string(let text) = value, let choice = T(rawValue: text) { return choice }
    let allowed = T.allCases.map(\.rawValue)
    var message = "\(value.shown) was read; allowed are \(allowed.joined(separator: ", "))."
    if case .string(let text) = value, let nearest = Spelling.nearest(to: text, among: allowed, limit: 1).first {
      message += " Did you mean \(nearest)?"
    }
    fault(key, message)
    return nil
  }

  private mutating func boolean(_ key: String) -> Bool? {
    switch list.root[key] {
    case nil: return nil
    case .boolean(let value): return value
    case .string("YES"): return true
    case .string("NO"): return false
    case .some(let value):
      fault(key, "\(value.shown) was read; allowed are YES and NO.")
      return nil
    }
  }

  private mutating func direction(_ key: String) -> LinkConditions {
    guard let value = list.root[key] else { return .none }
    guard case .dictionary(let entries) = value else {
      fault(
        key, "\(value.shown) was read, where a dictionary is expected: { Rate = \"780 kbit/s\"; Delay = \"100 ms\"; }.")
      return .none
    }
    refuseUnknownKeys(entries, allowed: Self.directionKeys, under: key)
    var conditions = LinkConditions.none
    conditions.rate = quantity(entries["Rate"], at: "\(key).Rate", example: "780 kbit/s") {
      text throws(QuantityFault) in
      try DataRate(quantity: text)
    }
    if let delay = delay(entries["Delay"], at: "\(key).Delay") { conditions.delay = delay }
    let loss = quantity(entries["Loss"], at: "\(key).Loss", example: "0.5 %") { text throws(QuantityFault) in
      try Probability(quantity: text)
    }
    if let loss { conditions.loss = .independent(loss) }
    return conditions
  }

  private mutating func delay(_ value: PropertyListValue?, at keyPath: String) -> Duration? {
    quantity(value, at: keyPath, example: "100 ms") { text throws(QuantityFault) in
      let delay = try Duration(quantity: text)
      guard delay <= .longestDelay else {
        throw QuantityFault(text, reason: "is too long; a delay is at most \(Duration.longestDelay.quantityText)")
      }
      return delay
    }
  }

  private mutating func quantity<T>(
    _ value: PropertyListValue?, at keyPath: String, example: String, _ read: (String) throws(QuantityFault) -> T
  ) -> T? {
    switch value {
    case nil:
      return nil
    case .string(let text):
      do {
        return try read(text)
      } catch {
        fault(keyPath, "\(error).")
        return nil
      }
    case .number(let text):
      fault(
        keyPath, "the bare number \(text) was read, which says no unit; write a text with one, such as \"\(example)\".")
      return nil
    case .some(let value):
      fault(keyPath, "\(value.shown) was read; write a text with a unit, such as \"\(example)\".")
      return nil
    }
  }

  private mutating func refuseUnknownKeys(
    _ entries: [String: PropertyListValue], allowed: [String], under parent: String?
  ) {
    for key in entries.keys.sorted() where !allowed.contains(key) {
      let nearest = Spelling.nearest(to: key, among: allowed, limit: 1).first
      let hint = nearest.map { "did you mean \($0)?" } ?? "allowed are \(allowed.joined(separator: ", "))."
      fault((parent.map { "\($0)." } ?? "") + QuantityFault.shown(key), "is not a key of a profile; \(hint)")
    }
  }

  private mutating func fault(_ keyPath: String, _ message: String) {
    faults.append(
      ProfileFault(file: file, keyPath: keyPath, line: list.outline.lines[keyPath], message: message))
  }
}
