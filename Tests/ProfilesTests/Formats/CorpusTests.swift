import FoundationEssentials
import Testing

@testable import Profiles

/// Every file that a fuzzer starts from or once broke something with, through every parser.
@Suite("Corpus of the parsers")
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Corpus").path

  /// The paths of the files under the folder of the corpus, by the parser that they were made for.
  private static func files() throws -> [(parser: String, path: String)] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted().flatMap { parser in
      try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(parser)").sorted().map {
        (parser, "\(folder)/\(parser)/\($0)")
      }
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  @Test("every parser has a corpus")
  func complete() throws {
    let parsers = Set(try Self.files().map(\.parser))
    #expect(parsers == Set(ParserCheck.parsers))
  }

  @Test("every file is read or refused by every parser", arguments: ParserCheck.parsers)
  func every(parser: String) throws {
    for (_, path) in try Self.files() {
      let complaint = ParserCheck.complaint(try Self.bytes(path), parser: parser, file: path)
      #expect(complaint == nil, "\(path) as \(parser)")
    }
  }

  @Test("files cut short at every byte are read or refused", arguments: ParserCheck.parsers)
  func cut(parser: String) throws {
    for (owner, path) in try Self.files() where owner == parser || parser == ParserCheck.recognition {
      let bytes = try Self.bytes(path)
      // Every length of a short file, and a hundred of a long one.
      for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) {
        let complaint = ParserCheck.complaint(Array(bytes.prefix(length)), parser: parser, file: path)
        #expect(complaint == nil, "\(path) as \(parser), the first \(length) bytes")
      }
    }
  }

  @Test("what is above 1 MiB, has NUL or is not UTF-8 is refused by every parser", arguments: ParserCheck.parsers)
  func limits(parser: String) throws {
    let format = ProfileFormat(rawValue: parser)
    let large = [UInt8](repeating: UInt8(ascii: "1"), count: ProfileImporter.largest + 1)
    for bytes in [large, Array("a\0b".utf8), [0x22, 0xFF, 0xFE], [], Array(" \n\t".utf8)] {
      #expect(throws: ProfileFaults.self) { try ProfileImporter.import(bytes, file: "x", as: format) }
    }
  }

  @Test("the largest files are read in time that grows with their length", .timeLimit(.minutes(2)))
  func large() {
    // Each repeats what once could have made a parser look at everything before, for a quarter of a mebibyte.
    let lines: [(ProfileFormat, String)] = [
      (.tc, "tc qdisc add dev d# root netem delay 1ms slot x\n"), (.tc, "tc class add dev d classid 1:# htb rate 1\n"),
      (.webPageTest, "[s#]\nbwIn=1\n"), (.nethang, "k#:\n  a: 1\n"), (.mahimahi, "mm-x#\n"),
      (.comcast, "comcast -x#\n"),
      (.androidEmulator, "x# y\n"), (.mahimahi, "1\n"),
    ]
    for (format, line) in lines {
      let count = 250_000 / (line.utf8.count + 5)
      let text = (0..<count).map { line.replacing("#", with: "\($0)") }.joined()
      // Whether it is read or refused does not matter here, the time does.
      _ = faults(of: text, as: format)
    }
  }
}
