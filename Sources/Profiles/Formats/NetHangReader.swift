/// Reads the models of a NetHang file: kbit/s, milliseconds one way, percent, packets.
///
/// Of YAML only what such a file needs is read: keys with values, nested by indentation. Lists are passed over.
enum NetHangReader {
  private static let deepest = 32
  private static let keys = ["delay", "jitter", "loss", "loss_type", "rate_limit", "qdepth", "latency_type"]

  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    let root = outline(of: text, &reader)
    guard reader.faults.isEmpty else { return try reader.result(.nethang) }
    for (key, value) in root["models"]?.members ?? [] where !reader.isFull {
      let name = reader.name(key)
      guard value.isObject else {
        reader.fault(value, "\(value.shown) was read, where a model with global, uplink and downlink is expected.")
        continue
      }
      reader.checkKeys(
        value, of: name, known: ["description", "global"],
        ignored: ["timeline": "a profile does not change in time; a scenario does."])
      var profile = Profile(name: name, summary: FormatReader.summary(value["description"]?.string))
      if let global = value["global"] {
        reader.checkKeys(global, of: name, known: ["uplink", "downlink"])
        profile.uplink = conditions(global["uplink"], name, &reader)
        profile.downlink = conditions(global["downlink"], name, &reader)
      } else {
        reader.assume(name, "global", "is missing, so nothing is conditioned.")
      }
      reader.add(profile, at: value)
    }
    return try reader.result(.nethang)
  }

  private static func conditions(
    _ value: FormatValue?, _ name: String, _ reader: inout FormatReader
  ) -> LinkConditions {
    var conditions = LinkConditions.none
    guard let value else { return conditions }
    guard value.isObject else {
      reader.fault(value, "\(value.shown) was read; nested keys are expected.")
      return conditions
    }
    reader.checkKeys(value, of: name, known: keys)
    conditions.rate = reader.rate(value, "rate_limit", unit: 1_000)
    conditions.delay = reader.milliseconds(value, "delay")
    let deviation = reader.milliseconds(value, "jitter")
    let type = reader.text(value, "latency_type")
    switch type {
    case nil, "jitter-reorder-off", "jitter-reorder-on":
      if deviation != .zero {
        conditions.jitter = Jitter(deviation: deviation)
        conditions.keepsOrder = type != "jitter-reorder-on"
      }
    case "constant":
      if deviation != .zero { reader.assume(name, value.path, "the jitter is left out, as latency_type is constant.") }
    case .some(let text):
      reader.fault(
        value["latency_type"] ?? value,
        "\"\(QuantityFault.shown(text))\" was read; allowed are constant, jitter-reorder-off and jitter-reorder-on.")
    }
    conditions.loss = .independent(reader.percent(value, "loss"))
    if let type = value["loss_type"], type.string != "random" {
      reader.assume(name, type.path, "\(type.shown) is left out, as its lengths are not known: losses are independent.")
    }
    if let packets = reader.count(value, "qdepth", in: 1...1_000_000) {
      conditions.queue = Queue(depth: .packets(packets))
    }
    return conditions
  }

  /// A line of the file: its indentation, key and value.
  private typealias Entry = (indent: Int, key: String, value: String, line: Int)

  /// The keys and values as a tree.
  private static func outline(of text: String, _ reader: inout FormatReader) -> FormatValue {
    var entries: [Entry] = []
    // Everything deeper than this belongs to a list that is passed over.
    var listIndent: Int?
    for (index, raw) in text.textLines.enumerated() where !reader.isFull {
      let line = withoutComment(raw).trimmingEnd()
      let indent = line.prefix { $0 == " " }.count
      let content = line.dropFirst(indent)
      if content.isEmpty || content == "---" { continue }
      if content.hasPrefix("\t") {
        reader.fault(nil, line: index + 1, "YAML does not allow a tab here.")
        continue
      }
      if let limit = listIndent, indent > limit || (indent == limit && content.hasPrefix("-")) { continue }
      listIndent = nil
      if content.hasPrefix("- ") || content == "-" {
        listIndent = indent
        continue
      }
      guard let colon = content.firstIndex(of: ":"),
        content.index(after: colon) == content.endIndex || content[content.index(after: colon)] == " "
      else {
        reader.fault(
          nil, line: index + 1,
          "\"\(QuantityFault.shown(String(content)))\" was read, where a key and a colon are expected. "
            + "Of YAML only nested keys and values are read.")
        continue
      }
      let key = unquoted(String(content[..<colon]).trimmingSpaces())
      let value = String(content[content.index(after: colon)...]).trimmingSpaces()
      entries.append((indent, key, value, index + 1))
    }
    var at = 0
    let members = block(entries, &at, indent: 0, path: "", depth: 1, &reader)
    if at < entries.count, reader.faults.isEmpty {
      reader.fault(nil, line: entries[at].line, "the indentation fits no key above.")
    }
    return FormatValue(.object(members))
  }

  private static func block(
    _ entries: [Entry], _ at: inout Int, indent: Int, path: String, depth: Int, _ reader: inout FormatReader
  ) -> [FormatMember] {
    var members: [FormatMember] = []
    var keys: Set<String> = []
    guard depth <= deepest else {
      reader.fault(path, line: entries[at].line, "the keys are nested more than \(deepest) deep.")
      return []
    }
    while at < entries.count, entries[at].indent == indent {
      let entry = entries[at]
      at += 1
      let child = FormatValue.path(path, entry.key)
      if !keys.insert(entry.key).inserted {
        reader.fault(child, line: entry.line, "The key is written twice; once is allowed.")
      }
      let isModel = path == "models" || path.hasPrefix("models.") || child == "models"
      let isRefused = isModel && isBeyondPlain(entry)
      if isRefused {
        reader.fault(
          child, line: entry.line,
          "\"\(QuantityFault.shown(entry.value))\" was read. Of YAML only nested keys with plain values are read, no "
            + "anchors (&), references (*), merges (<<), tags (!), blocks (|, >), and no lists and keys in one line.")
      }
      let content: FormatContent
      if at < entries.count, entries[at].indent > indent, entry.value.isEmpty || isRefused {
        content = .object(
          block(entries, &at, indent: entries[at].indent, path: child, depth: depth + 1, &reader))
      } else {
        content = entry.value.isEmpty ? .null : .string(unquoted(entry.value))
      }
      members.append(FormatMember(key: entry.key, value: FormatValue(content, path: child, line: entry.line)))
    }
    return members
  }

  /// Whether an entry says something else than what its value spells.
  private static func isBeyondPlain(_ entry: Entry) -> Bool {
    entry.key == "<<" || entry.value.first.map { "&*{[!|>".contains($0) } == true
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, let quote = text.first, quote == "\"" || quote == "'", text.last == quote else {
      return text
    }
    return String(text.dropFirst().dropLast())
  }

  /// The line up to a `#` that begins it or follows a space, outside quotes.
  private static func withoutComment(_ line: Substring) -> Substring {
    var quote: Character?
    var last: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if (character == "\"" || character == "'"), last == " " {
        quote = character
      } else if character == "#", last == " " {
        return line[..<index]
      }
      last = character
    }
    return line
  }
}

extension Substring {
  /// The line without what cannot be seen at its end.
  fileprivate func trimmingEnd() -> Substring {
    var line = self
    while let last = line.last, last == " " || last == "\r" || last == "\t" { line.removeLast() }
    return line
  }
}
