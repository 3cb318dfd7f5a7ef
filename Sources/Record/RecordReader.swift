internal import FoundationEssentials
internal import Glibc

/// Reads a record back.
public struct RecordReader: Sendable {
  /// The events, in the order of the file.
  public let events: [RecordEvent]
  /// Whether the last line is cut off, as when the run was killed while it wrote; ``events`` is without it then.
  public let isCut: Bool

  /// How much of a file is read at once: a long record is never in memory as text.
  private static let piece = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: ``RecordFailure`` that names the line if it is not a record, or was written by a newer version, or if the
  ///   file is none of the regular ones: a pipe or a device has no end that could be waited for.
  public init(path: String) throws(RecordFailure) {
    // Asked before it is opened too: to open a device may do something to it, and a pipe's writer would go on.
    var facts = stat()
    if unsafe stat(path, &facts) == 0 { try Self.refuseOthers(facts, path) }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw RecordFailure("Cannot read the record '\(path)': there is no such file, or it may not be read.")
    }
    defer { _ = close(descriptor) }
    var parser = RecordParser(name: path)
    if unsafe fstat(descriptor, &facts) == 0 {
      try Self.refuseOthers(facts, path)
      parser.expect(bytes: Int(facts.st_size))
    }
    var piece = [UInt8](repeating: 0, count: Self.piece)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw RecordFailure("read the record", path, errno)
      }
      if count == 0 { break }
      try parser.feed(piece.span.extracting(first: count))
    }
    try self.init(parser)
  }

  /// Refuses all but regular files.
  private static func refuseOthers(_ facts: stat, _ path: String) throws(RecordFailure) {
    guard facts.st_mode & S_IFMT != S_IFREG else { return }
    throw RecordFailure("Cannot read the record '\(path)': it is not a regular file.")
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: ``RecordFailure`` that names the line if they are not a record, or were written by a newer version.
  public init(bytes: [UInt8], name: String) throws(RecordFailure) {
    var parser = RecordParser(name: name)
    try parser.feed(bytes.span)
    try self.init(parser)
  }

  private init(_ parser: consuming RecordParser) throws(RecordFailure) {
    try parser.finish()
    events = parser.events
    isCut = parser.isCut
  }
}
