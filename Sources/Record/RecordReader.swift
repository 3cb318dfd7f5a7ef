internal import FoundationEssentials

/// Reads a record back.
public struct RecordReader: Sendable {
  /// The events, in the order of the file.
  public let events: [RecordEvent]
  /// Whether the last line is cut off, as when the run was killed while it wrote; ``events`` is without it then.
  public let isCut: Bool

  /// Reads a file.
  ///
  /// - Throws: ``RecordFailure`` that names the line if it is not a record.
  public init(path: String) throws(RecordFailure) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw RecordFailure("Cannot read the record '\(path)': there is no such file, or it may not be read.")
    }
    try self.init(bytes: Array(data), name: path)
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: ``RecordFailure`` that names the line if they are not a record.
  public init(bytes: [UInt8], name: String) throws(RecordFailure) {
    let decoder = JSONDecoder()
    var events: [RecordEvent] = []
    var isCut = false
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      do {
        events.append(try decoder.decode(RecordEvent.self, from: Data(line)))
      } catch {
        // What follows the last line feed was still being written.
        guard index == lines.count - 1 else {
          throw RecordFailure("'\(name)' is not a record: line \(index + 1) \(Self.words(for: error)).")
        }
        isCut = true
      }
    }
    self.events = events
    self.isCut = isCut
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
