internal import FoundationEssentials

/// Reads a record back.
public struct RecordReader: Sendable {
  /// The events, in the order of the file.
  public let events: [RecordEvent]
  /// Whether the last line was cut off, as when the run was killed while it wrote.
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
    let lines = bytes.split(separator: 10)
    let endsWithLine = bytes.last == 10 || bytes.isEmpty
    for (index, line) in lines.enumerated() {
      do {
        events.append(try decoder.decode(RecordEvent.self, from: Data(line)))
      } catch {
        guard index == lines.count - 1, !endsWithLine else {
          throw RecordFailure("'\(name)' is not a record: line \(index + 1) is not an event of one.")
        }
      }
    }
    self.events = events
    isCut = !endsWithLine
  }
}
