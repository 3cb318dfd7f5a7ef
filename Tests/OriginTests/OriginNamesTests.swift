import Testing

@testable import Origin

@Suite struct OriginNamesTests {
  func names() throws -> OriginNames {
    try OriginNames(["origin.test": ["203.0.113.1", "2001:db8::1"], "four.test.": ["192.0.2.4"]])
  }

  @Test(
    "each question has its answer",
    arguments: [
      ("origin.test", .a, .noError, [[203, 0, 113, 1]]),
      ("ORIGIN.Test", .a, .noError, [[203, 0, 113, 1]]),
      ("origin.test", .aaaa, .noError, [[0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]),
      ("four.test", .a, .noError, [[192, 0, 2, 4]]),
      ("four.test", .aaaa, .noError, []),  // NODATA: the name is there, the type is not
      ("origin.test", .init(rawValue: 16), .noError, []),
      ("www.origin.test", .a, .noSuchName, []),
      ("", .a, .noSuchName, []),
      ("localhost", .a, .noError, [[127, 0, 0, 1]]),
      ("app.localhost", .a, .noError, [[127, 0, 0, 1]]),
    ] as [(String, DNSMessage.RecordType, DNSMessage.ResponseCode, [[UInt8]])])
  func answers(
    name: String, type: DNSMessage.RecordType, code: DNSMessage.ResponseCode, data: [[UInt8]]
  ) throws {
    let packet = try DNSMessage.query(id: 9, name: name, type: type).encoded()
    let answer = try DNSMessage(decoding: #require(try names().answer(packet, limit: 4096)))
    #expect(answer.id == 9)
    #expect(answer.isResponse)
    #expect(answer.responseCode == code)
    #expect(answer.answers.map(\.data) == data)
    #expect(answer.answers.allSatisfy { $0.name == name && $0.type == type })
    #expect(answer.questions == [.init(name: name, type: type)])
  }

  @Test("a server that fails answers as it is told, from the next query on, and then answers again")
  func failures() throws {
    let names = try names()
    let query = try DNSMessage.query(id: 9, name: "origin.test", type: .a).encoded()
    func answer() throws -> DNSMessage? {
      try names.answer(query, limit: 4096).map { try DNSMessage(decoding: $0) }
    }
    names.failure.set(.timeout)
    #expect(try answer() == nil)
    for (failure, code) in [
      (NameServerFailure.servfail, DNSMessage.ResponseCode.serverFailure), (.nxdomain, .noSuchName),
    ] {
      names.failure.set(failure)
      let answer = try #require(try answer())
      #expect(answer.responseCode == code && answer.answers.isEmpty && answer.id == 9)
    }
    names.failure.set(nil)
    #expect(try answer()?.answers.count == 1)
  }

  @Test("over TCP a silent server keeps the connection and says nothing")
  func silence() throws {
    let names = try names()
    let query = try DNSMessage.query(id: 9, name: "origin.test", type: .a).encoded()
    var service = StreamService.dns(pending: [], names: names)
    names.failure.set(.timeout)
    let framed = [0, UInt8(query.count)] + query
    let silent = service.receive(framed + framed)
    #expect(silent.pieces.isEmpty && !silent.isLast)
    names.failure.set(nil)
    #expect(!service.receive(framed).pieces.isEmpty)
  }

  @Test("what is no query gets FORMERR, NOTIMP, REFUSED or silence")
  func refusals() throws {
    let names = try names()
    let query = DNSMessage.query(id: 9, name: "origin.test", type: .a)
    func code(_ message: DNSMessage) throws -> DNSMessage.ResponseCode? {
      try names.answer(message.encoded(), limit: 4096).map { try DNSMessage(decoding: $0).responseCode }
    }
    var message = query
    message.flags = 0x2800  // an update
    #expect(try code(message) == .notImplemented)
    message = query
    message.questions.append(query.questions[0])
    #expect(try code(message) == .formatError)
    message = query
    message.questions[0].recordClass = 3  // CHAOS
    #expect(try code(message) == .refused)
    message = query
    message.flags |= 0x8000
    #expect(try code(message) == nil)  // an answer is not answered: two servers would never stop
    #expect(names.answer([1, 2, 3], limit: 512) == nil)
    let damaged = try Array(query.encoded().dropLast(3))
    #expect(try DNSMessage(decoding: #require(names.answer(damaged, limit: 512))).responseCode == .formatError)
  }

  @Test("an answer that is too long for UDP is cut and marked, and whole over TCP")
  func truncation() throws {
    let many = (1...40).map { "192.0.2.\($0)" }
    let names = try OriginNames(["many.test": many])
    let query = try DNSMessage.query(id: 1, name: "many.test", type: .a).encoded()
    // 12 of header, 15 of question, 40 records of 16: 667 bytes.
    let short = try DNSMessage(decoding: #require(names.answer(query, limit: 4096)))
    #expect(short.isTruncated)
    #expect(short.answers.isEmpty)
    let whole = try DNSMessage(decoding: #require(names.answer(query, limit: 65535)))
    #expect(whole.isTruncated == false)
    #expect(whole.answers.count == 40)
    var edns = try DNSMessage(decoding: query)
    edns.additional = [.init(name: "", type: .opt, recordClass: 1232, timeToLive: 0, data: [])]
    let roomy = try DNSMessage(decoding: #require(names.answer(edns.encoded(), limit: 4096)))
    #expect(roomy.answers.count == 40)
    #expect(roomy.additional.map(\.type) == [.opt])
  }

  @Test("a name with something else than an address is refused")
  func badAddress() {
    #expect(throws: (any Error).self) { try OriginNames(["x.test": ["203.0.113"]]) }
  }
}
