internal import Record

/// What the program under test said.
struct OutputSection: Sendable {
  let story: RunStory

  /// Of a longer output the beginning and the end are shown; the record has it all.
  private static let first = 300
  private static let last = 700

  var html: String {
    // Their places, since a copy of all that a program said may be large.
    let places = story.events.indices.filter { index in
      switch story.events[index].payload {
      case .appOutput, .appStatus, .appExited: true
      default: false
      }
    }
    guard !places.isEmpty else { return "" }
    var rows = ""
    let isLong = places.count > Self.first + Self.last
    for place in isLong ? places.prefix(Self.first) : places[...] { rows += row(story.events[place]) }
    if isLong {
      rows += "<li class=\"gap\">\(places.count - Self.first - Self.last) lines are in the record only</li>"
      for place in places.suffix(Self.last) { rows += row(story.events[place]) }
    }
    return "<details class=\"said\"\(places.count <= 40 ? " open" : "")><summary>Program output, \(places.count) "
      + "\(places.count == 1 ? "line" : "lines")</summary><ol tabindex=\"0\" aria-label=\"Program output\">\(rows)</ol></details>"
  }

  private func row(_ event: RecordEvent) -> String {
    let (look, text): (String, String) =
      switch event.payload {
      case .appOutput(let output):
        (output.stream == "stderr" ? "err" : "out", Self.plain(output.line) + (output.isCut == true ? "…" : ""))
      case .appStatus(let status): ("status", "status: \(status.status)")
      case .appExited(let end): ("end", EvidenceText.exit(end))
      default: ("", "")
      }
    return
      "<li class=\"\(look)\"><time>\(QuantityText.clock(event.t))</time><code>\(Markup.escape(TextLines.plain(text)))"
      + "</code></li>"
  }

  /// The line without the sequences that colour a terminal.
  static func plain(_ line: String) -> String {
    guard line.unicodeScalars.contains("\u{1b}") else { return line }
    var plain = String.UnicodeScalarView()
    var scalars = line.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      guard scalar == "\u{1b}", scalars.first == "[" else {
        plain.append(scalar)
        continue
      }
      // Parameters and what stands between, up to the letter that ends it (ECMA-48, 5.4).
      scalars = scalars.dropFirst().drop { (0x20...0x3F).contains($0.value) }.dropFirst()
    }
    return String(plain)
  }
}
