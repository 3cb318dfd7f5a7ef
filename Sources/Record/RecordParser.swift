internal import FoundationEssentials

/// Makes events of a record's bytes as they come in.
struct RecordParser {
  private let name: String
  /// The events so far.
  private(set) var events: [RecordEvent] = []
  /// Whether the last line was cut off.
  private(set) var isCut = false
  /// What came after the last line feed.
  private var rest: [UInt8] = []
  private var line = 0
  /// Whether it is no damage that makes a line unreadable: a newer version wrote it, or a run begins again.
  private var isRefused = false
  /// The line on which each run begins.
  private var beginnings: [String: Int] = [:]
  private var quick = QuickEvent()
  private let decoder = JSONDecoder()

  init(name: String) { self.name = name }

  /// Makes room for the events of a file of so many bytes; a probe's line has at least 120.
  mutating func expect(bytes: Int) { events.reserveCapacity(max(0, bytes) / 120) }

  /// Reads on.
  mutating func feed(_ bytes: Span<UInt8>) throws(RecordFailure) {
    var start = 0
    for index in bytes.indices where bytes[index] == 0x0A {
      line += 1
      if rest.isEmpty {
        try parse(bytes.extracting(start..<index))
      } else {
        append(bytes.extracting(start..<index))
        let whole = rest
        rest.removeAll(keepingCapacity: true)
        try parse(whole.span)
      }
      start = index + 1
    }
    append(bytes.extracting(start..<bytes.count))
  }

  /// Reads what follows the last line feed: an event whose line feed is missing, or one that was still being written.
  ///
  /// - Throws: ``RecordFailure`` if it begins a record of a newer version, or a run that had begun.
  mutating func finish() throws(RecordFailure) {
    let whole = rest
    rest = []
    line += 1
    do {
      try parse(whole.span)
    } catch {
      guard !isRefused else { throw error }
      isCut = true
    }
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    rest.reserveCapacity(rest.count + bytes.count)
    for index in bytes.indices { rest.append(bytes[index]) }
  }

  private mutating func parse(_ bytes: Span<UInt8>) throws(RecordFailure) {
    guard !bytes.isEmpty else { return }
    if let event = quick.event(bytes) {
      events.append(event)
      return
    }
    var copy: [UInt8] = []
    copy.reserveCapacity(bytes.count)
    for index in bytes.indices { copy.append(bytes[index]) }
    let data = Data(copy)
    do {
      let event = try decoder.decode(RecordEvent.self, from: data)
      if case .runStarted(let started) = event.payload {
        try refuseNewer(started.schema, started.tool)
        try refuseAgain(event.run)
      }
      events.append(event)
    } catch let failure as RecordFailure {
      throw failure
    } catch {
      // A newer schema may have other fields: then its number is why they can't be read.
      if let start = head(data), start.type == "run.started" { try refuseNewer(start.schema ?? 0, start.tool) }
      throw RecordFailure("'\(name)' is not a record: line \(line) \(Self.words(for: error)).")
    }
  }

  /// What every schema's first line has.
  private struct Head: Decodable {
    var type: String
    var schema: Int?
    var tool: String?
  }

  private func head(_ data: Data) -> Head? {
    // Not even that: then it is the other error that counts.
    do { return try decoder.decode(Head.self, from: data) } catch { return nil }
  }

  private mutating func refuseNewer(_ schema: Int, _ tool: String?) throws(RecordFailure) {
    guard schema > RunStarted.newestSchema else { return }
    isRefused = true
    throw RecordFailure(
      """
      '\(name)' was written by a newer version (\(tool ?? "linkcond"), schema \(schema)); this one reads schema \
      \(RunStarted.newestSchema). Read it with the version that wrote it, or a newer one.
      """)
  }

  /// Refuses a run that begins a second time: its events would be taken for those of one run.
  private mutating func refuseAgain(_ run: String) throws(RecordFailure) {
    guard let first = beginnings.updateValue(line, forKey: run) else { return }
    isRefused = true
    throw RecordFailure(
      """
      '\(name)' is not a record: line \(line) begins the run '\(Self.plain(run))' again, which line \(first) began. It looks \
      like several records in one file; read each by itself.
      """)
  }

  /// A name for a message, on one line and of a length to be read.
  private static func plain(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(80).map {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : $0
    }
    return String(String.UnicodeScalarView(scalars)) + (name.unicodeScalars.count > 80 ? "…" : "")
  }

  /// What is wrong with a line, so that its writer can find it.
  private static func words(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "has no '\(key.stringValue)'"
    case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
      DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
      "has another kind of value than expected at '\(context.codingPath.map(\.stringValue).joined(separator: "."))'"
    default: "is not a JSON object"
    }
  }
}
