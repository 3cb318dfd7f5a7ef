/// Reads WebPageTest's `connectivity.ini`: bit/s, the round trip in milliseconds, percent; 0 for none.
enum WebPageTestReader {
  static let keys = ["label", "bwIn", "bwOut", "latency", "plr"]

  static func read(_ text: String, file: String) throws(ProfileFaults) -> ProfileImport {
    var reader = FormatReader(file: file)
    for (id, section) in sections(of: text, &reader) where !reader.isFull {
      let name = reader.name(id)
      reader.checkKeys(
        section, of: name, known: keys,
        ignored: ["timeout": "it is about WebPageTest's runs.", "hidden": "it is about WebPageTest's menu."])
      for key in ["bwIn", "bwOut", "latency"] where section[key] == nil {
        reader.fault(section, "\(key) is missing.")
      }
      let label = reader.text(section, "label")
      var profile = Profile(name: name, summary: FormatReader.summary(label))
      if label != nil, profile.summary == nil {
        reader.assume(name, "label", "left out: a summary is one line of at most 200 characters.")
      }
      let halves = FormatReader.halves(of: reader.milliseconds(section, "latency"))
      if halves.down != .zero { reader.assume(name, "latency", "a round trip, of which each direction gets half.") }
      let loss = LossModel.independent(reader.percent(section, "plr"))
      if loss != .none { reader.assume(name, "plr", "is taken for each direction.") }
      profile.downlink = LinkConditions(rate: reader.rate(section, "bwIn", unit: 1), delay: halves.down, loss: loss)
      profile.uplink = LinkConditions(rate: reader.rate(section, "bwOut", unit: 1), delay: halves.up, loss: loss)
      reader.add(profile, at: section)
    }
    return try reader.result(.webPageTest)
  }

  private static func sections(
    of text: String, _ reader: inout FormatReader
  ) -> [(id: String, value: FormatValue)] {
    var sections: [(id: String, line: Int, members: [FormatMember])] = []
    var keys: Set<String> = []
    for (index, raw) in text.textLines.enumerated() where !reader.isFull {
      let line = index + 1
      let content = raw.trimmingSpaces()
      guard let first = content.first, first != ";", first != "#" else { continue }
      if first == "[" {
        guard content.last == "]", content.count > 2 else {
          reader.fault(nil, line: line, "\"\(QuantityFault.shown(content))\" is not a section; [Name] is expected.")
          continue
        }
        sections.append((String(content.dropFirst().dropLast()).trimmingSpaces(), line, []))
        keys = []
        continue
      }
      guard let equals = content.firstIndex(of: "="), !sections.isEmpty else {
        let expected = sections.isEmpty ? "a section such as [Cable]" : "a section, or a key, = and a value,"
        reader.fault(nil, line: line, "\"\(QuantityFault.shown(content))\" was read, where \(expected) is expected.")
        continue
      }
      let id = sections[sections.count - 1].id
      let key = String(content[..<equals]).trimmingSpaces()
      var value = String(content[content.index(after: equals)...]).trimmingSpaces()
      if value.count >= 2, value.first == "\"", value.last == "\"" { value = String(value.dropFirst().dropLast()) }
      let path = FormatValue.path(id, key)
      guard keys.insert(key).inserted else {
        reader.fault(path, line: line, "The key is written twice; once is allowed.")
        continue
      }
      let member = FormatValue(.string(value), path: path, line: line)
      sections[sections.count - 1].members.append(FormatMember(key: key, value: member))
    }
    return sections.map { id, line, members in
      (id, FormatValue(.object(members), path: QuantityFault.shown(id), line: line))
    }
  }
}
