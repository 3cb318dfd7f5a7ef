import Testing

@testable import Origin

@Suite struct DNSMessageTests {
  /// A query for origin.test A, as dig sends it without EDNS.
  static let query: [UInt8] = [
    0x12, 0x34,  // id
    0x01, 0x00,  // RD
    0, 1, 0, 0, 0, 0, 0, 0,  // one question
    6, 0x6F, 0x72, 0x69, 0x67, 0x69, 0x6E, 4, 0x74, 0x65, 0x73, 0x74, 0,  // origin.test
    0, 1, 0, 1,  // A, IN
  ]
  /// An answer that points back to the question's name.
  static let answer: [UInt8] =
    [0x12, 0x34, 0x85, 0x80, 0, 1, 0, 1, 0, 0, 0, 0] + query[12...] + [
      0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 1,
    ]

  @Test("a query is read, and written with the same bytes")
  func query() throws {
    let message = try DNSMessage(decoding: Self.query)
    #expect(message == DNSMessage.query(id: 0x1234, name: "origin.test", type: .a))
    #expect(message.isResponse == false)
    #expect(try message.encoded() == Self.query)
  }

  @Test("an answer with a compressed name is read, and written with the same bytes")
  func answer() throws {
    let message = try DNSMessage(decoding: Self.answer)
    #expect(message.isResponse)
    #expect(message.responseCode == .noError)
    #expect(message.answers == [.init(name: "origin.test", type: .a, timeToLive: 60, data: [203, 0, 113, 1])])
    #expect(try message.encoded() == Self.answer)
  }

  @Test("a message that ends anywhere before its end is refused")
  func truncated() {
    for length in 0..<Self.answer.count {
      #expect(throws: DNSMessage.Fault.self, "\(length) bytes") {
        try DNSMessage(decoding: Array(Self.answer[..<length]))
      }
    }
  }

  static let header: [UInt8] = [0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
  @Test(
    "pointers that loop, lead forward or out of the message are refused",
    arguments: [
      [0xC0, 12, 0, 1, 0, 1],  // to itself
      [0xC0, 14, 0, 1, 0, 1],  // forward
      [0xFF, 0xFF, 0, 1, 0, 1],  // out
      [1, 0x61, 0xC0, 12, 0, 1, 0, 1],  // to its own beginning, again and again
      [0x40, 0, 0, 1, 0, 1],  // a label kind that is none
      [0x80, 0, 0, 1, 0, 1],
    ] as [[UInt8]])
  func badNames(name: [UInt8]) {
    #expect(throws: DNSMessage.Fault.badName) { try DNSMessage(decoding: Self.header + name) }
  }

  @Test("two pointers that lead to each other are refused")
  func mutualPointers() {
    var bytes: [UInt8] = [0, 1, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0]
    bytes += [0xC0, 18, 0, 1, 0, 1]  // at 12: to 18
    bytes += [0xC0, 12, 0, 1, 0, 1]  // at 18: to 12
    #expect(throws: DNSMessage.Fault.badName) { try DNSMessage(decoding: bytes) }
  }

  @Test("names are taken up to 255 bytes and labels up to 63")
  func lengths() throws {
    let label = String(repeating: "a", count: 63)
    // Three labels of 64 bytes each with their length, one of 62, and the root: 255.
    let longest = [label, label, label, String(repeating: "b", count: 61)].joined(separator: ".")
    #expect(
      try DNSMessage(decoding: DNSMessage.query(id: 1, name: longest, type: .a).encoded()).questions[0].name == longest)
    #expect(throws: DNSMessage.EncodingFault.self) {
      try DNSMessage.query(id: 1, name: longest + "b", type: .a).encoded()
    }
    #expect(throws: DNSMessage.EncodingFault.self) {
      try DNSMessage.query(id: 1, name: label + "a", type: .a).encoded()
    }
    #expect(throws: DNSMessage.EncodingFault.self) { try DNSMessage.query(id: 1, name: "a..b", type: .a).encoded() }
    var tooLong = Self.header
    for _ in 0..<4 { tooLong += [63] + [UInt8](repeating: 0x61, count: 63) }
    #expect(throws: DNSMessage.Fault.badName) { try DNSMessage(decoding: tooLong + [0, 0, 1, 0, 1]) }
  }

  @Test("bytes that are no letters survive a round trip")
  func escapes() throws {
    let bytes = Self.header + [3, 0x2E, 0x5C, 0xFF, 0, 0, 1, 0, 1]
    let message = try DNSMessage(decoding: bytes)
    #expect(message.questions[0].name == "\\046\\092\\255")
    #expect(try message.encoded() == bytes)
  }

  @Test("a message that announces more records than it could hold is refused")
  func tooMany() {
    var bytes = Self.query
    bytes[6] = 0xFF  // 65280 answers
    #expect(throws: DNSMessage.Fault.tooManyRecords) { try DNSMessage(decoding: bytes) }
  }

  @Test("damaged messages are refused or read, and what is read can be written")
  func random() throws {
    var generator = SplitMix(state: 11)
    var read = 0
    for _ in 0..<5000 {
      var bytes = Self.answer
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let message = try? DNSMessage(decoding: bytes) else { continue }  // refusing is as right
      read += 1
      _ = try message.encoded()
    }
    #expect(read > 100)
  }
}
