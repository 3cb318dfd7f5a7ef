import Testing

@testable import Origin

@Suite struct OriginPagesTests {
  func answer(_ method: String, _ target: String, _ headers: [String: String] = [:]) -> HTTPResponse {
    OriginPages.answer(HTTPRequest(method: method, target: target, isHTTP11: true, headers: headers))
  }

  @Test(
    "each page has its status and length",
    arguments: [
      ("GET", "/generate_204", 204, 0), ("GET", "/generate_204?x", 204, 0), ("HEAD", "/generate_204", 204, 0),
      ("GET", "/bytes/0", 200, 0), ("GET", "/bytes/1000000", 200, 1_000_000),
      ("GET", "/bytes/17179869184", 200, 16 << 30),
      ("GET", "/bytes/17179869185", 400, nil), ("GET", "/bytes/-1", 400, nil), ("GET", "/bytes/", 400, nil),
      ("GET", "/bytes/1e3", 400, nil), ("GET", "/bytes/99999999999999999999", 400, nil), ("GET", "/bytes/١", 400, nil),
      ("GET", "/nothing", 404, nil), ("POST", "/", 405, nil), ("CONNECT", "/", 405, nil),
    ] as [(String, String, Int, Int?)])
  func statuses(method: String, target: String, status: Int, length: Int?) {
    let response = answer(method, target)
    #expect(response.status == status)
    if let length { #expect(response.length == length) }
  }

  @Test("HEAD speaks of the body and sends none")
  func head() {
    let response = answer("HEAD", "/bytes/5")
    #expect(response.bodyBytesToSend == 0)
    #expect(String(decoding: response.headBytes, as: UTF8.self).contains("Content-Length: 5\r\n"))
  }

  @Test("a request with a body is answered and the connection closed")
  func body() {
    #expect(answer("GET", "/", ["content-length": "3"]).status == 413)
    #expect(answer("GET", "/", ["transfer-encoding": "chunked"]).keepsAlive == false)
    #expect(answer("GET", "/", ["content-length": "0"]).status == 200)
  }

  @Test("the 204 is byte for byte what RFC 9110 wants: no length, no body")
  func noContent() {
    let text = String(decoding: answer("GET", "/generate_204").headBytes, as: UTF8.self)
    #expect(text == "HTTP/1.1 204 No Content\r\nCache-Control: no-store\r\nConnection: keep-alive\r\n\r\n")
  }

  @Test("faults have statuses of their own and end the connection")
  func faults() {
    #expect(OriginPages.answer(.malformed).status == 400)
    #expect(OriginPages.answer(.tooLong).status == 431)
    #expect(OriginPages.answer(.malformed).keepsAlive == false)
  }

  @Test("requests without reading leave one answer waiting, not all")
  func backpressure() {
    var service = StreamService.http(HTTPRequestParser())
    let request = "GET /bytes/10 HTTP/1.1\r\n\r\n"
    let first = service.receive(Array((request + request).utf8))
    #expect(first.pieces.count == 2)  // one head, one body
    #expect(service.next().pieces.count == 2)
    #expect(service.next().pieces.isEmpty)
  }
}
