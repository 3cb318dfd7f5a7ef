import Testing

@testable import Origin

@Suite struct HTTPRequestParserTests {
  func parse(_ text: String) throws -> HTTPRequest? {
    var parser = HTTPRequestParser()
    parser.append(Array(text.utf8))
    return try parser.next()
  }

  @Test("a request is read however it is split")
  func split() throws {
    let text = Array("GET /bytes/7?x=1 HTTP/1.1\r\nHost: origin.test\r\nConnection:  Keep-Alive \r\n\r\n".utf8)
    for cut in 0...text.count {
      var parser = HTTPRequestParser()
      parser.append(Array(text[..<cut]))
      let early = try parser.next()
      #expect((early != nil) == (cut == text.count))
      parser.append(Array(text[cut...]))
      let request = try #require(try early ?? parser.next())
      #expect(request.method == "GET")
      #expect(request.target == "/bytes/7?x=1")
      #expect(request.path == "/bytes/7")
      #expect(request.headers == ["host": "origin.test", "connection": "Keep-Alive"])
      #expect(try parser.next() == nil)
    }
  }

  @Test("pipelined requests come one after the other")
  func pipelined() throws {
    var parser = HTTPRequestParser()
    parser.append(Array("\r\nGET /a HTTP/1.1\r\n\r\nHEAD /b HTTP/1.0\n\nGET /c".utf8))
    #expect(try parser.next()?.target == "/a")
    let second = try parser.next()
    #expect(second?.target == "/b")
    #expect(second?.isHTTP11 == false)
    #expect(try parser.next() == nil)
  }

  @Test(
    "a proxy's request is taken for its path",
    arguments: [
      ("GET http://origin.test/generate_204 HTTP/1.1\r\n\r\n", "/generate_204"),
      ("GET HTTP://origin.test HTTP/1.1\r\n\r\n", "/"),
    ])
  func absolute(text: String, target: String) throws {
    #expect(try parse(text)?.target == target)
  }

  @Test(
    "the connection is kept as the request wants",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", true),
      ("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", false),
      ("GET / HTTP/1.1\r\nConnection: TE, Close\r\n\r\n", false),
      ("GET / HTTP/1.0\r\n\r\n", false),
      ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true),
    ])
  func keepAlive(text: String, keeps: Bool) throws {
    #expect(try parse(text)?.keepsAlive == keeps)
  }

  @Test(
    "what is no request is refused",
    arguments: [
      "GET /\r\n\r\n", "GET / HTTP/2.0\r\n\r\n", "GET  / HTTP/1.1\r\n\r\n", " GET / HTTP/1.1\r\n\r\n",
      "GET x HTTP/1.1\r\n\r\n", "G\u{1}T / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\n: x\r\n\r\n", "GET / HTTP/1.1\r\nA : x\r\n\r\n", "GET / HTTP/1.1\r\nA: x\r\n folded\r\n\r\n",
      "\u{16}\u{3}\u{1}\r\n\r\n", "/ / HTTP/1.1\n\n",
    ])
  func malformed(text: String) {
    #expect(throws: HTTPRequestParser.Fault.malformed) { try parse(text) }
  }

  @Test("a head longer than 8 KiB is refused, whether it has an end or not")
  func tooLong() {
    let long = "GET / HTTP/1.1\r\nA: " + String(repeating: "x", count: HTTPRequestParser.longestHead)
    #expect(throws: HTTPRequestParser.Fault.tooLong) { try parse(long) }
    #expect(throws: HTTPRequestParser.Fault.tooLong) { try parse(long + "\r\n\r\n") }
  }

  @Test("random bytes are refused or waited for, and never trap")
  func random() {
    var generator = SplitMix(state: 7)
    for _ in 0..<2000 {
      var parser = HTTPRequestParser()
      var bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      parser.append(bytes)
      do throws(HTTPRequestParser.Fault) {
        if let request = try parser.next() { #expect(request.target.hasPrefix("/")) }
      } catch {
        #expect(error == .malformed)
      }
    }
  }
}
