import Testing

@testable import ReachabilityKit

@Suite("What an HTTP probe expects")
struct HTTPAnswerTests {
  @Test("a request carries its challenge, and asks for a body by HTTP/1.0")
  func request() {
    #expect(
      HTTPAnswer(.noContent, nonce: "00000000000000ff").request("/generate_204", host: "origin.test")
        == "GET /generate_204 HTTP/1.1\r\nHost: origin.test\r\nUser-Agent: linkcond\r\n"
        + "Probe-Challenge: 00000000000000ff\r\nConnection: close\r\n\r\n")
    #expect(
      HTTPAnswer(.body(containing: "x")).request("/a?b", host: "h:8080").hasPrefix(
        "GET /a?b HTTP/1.0\r\nHost: h:8080\r\n"))
    #expect(HTTPAnswer.nonce(0xAB) == "00000000000000ab" && HTTPAnswer.nonce(.max) == "ffffffffffffffff")
  }

  @Test(
    "a 204 to everything is a portal's where the challenge is not met",
    arguments: [
      ("Probe-Response: response 00ff", ProbeOutcome.reply), ("probe-response:response 00ff \t", .reply),
      ("Probe-Response: 00ff", .portal), ("Probe-Challenge: 00ff", .portal), ("Probe-Response: response 00fe", .portal),
      ("A: b", .portal), ("Probe-Response", .portal),
    ])
  func challenge(header: String, outcome: ProbeOutcome) {
    let answer = HTTPAnswer(.noContent, nonce: "00ff")
    let bytes = Array("HTTP/1.1 204 No Content\r\n\(header)\r\n\r\n".utf8)
    #expect(answer.judge(bytes, hasEnded: false) == outcome)
    // The response counts only with the right status.
    let page = Array("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n".utf8)
    #expect(answer.judge(page, hasEnded: false) == .portal)
  }

  @Test(
    "a body is judged as soon as it has the text, or can have it no more",
    arguments: [
      ("HTTP/1.0 200 OK\r\n\r\n<b>Success</b>", false, .reply), ("HTTP/1.0 200 OK\r\n\r\nSucc", false, nil),
      ("HTTP/1.0 200 OK\r\n\r\nSucc", true, .portal),
      ("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nlogin", false, .portal),
      ("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nSSuccess.", false, .reply),
      ("HTTP/1.0 302 Found\r\nLocation: http://portal/\r\n\r\nSuccess", false, .portal),
      ("HTTP/1.0 204 No Content\r\n\r\n", true, .portal), ("HTTP/1.0 200 OK\r\n", false, nil),
      ("HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "S", count: 65_536), false, .portal),
      ("HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "S", count: 65_530) + "Success", false, .portal),
    ] as [(String, Bool, ProbeOutcome?)])
  func body(text: String, hasEnded: Bool, outcome: ProbeOutcome?) {
    #expect(HTTPAnswer(.body(containing: "Success")).judge(Array(text.utf8), hasEnded: hasEnded) == outcome)
  }

  @Test("an answer that comes byte by byte is judged like one that comes whole")
  func bytewise() {
    let answer = HTTPAnswer(.body(containing: "ok"), nonce: "1")
    let bytes = Array("HTTP/1.1 200 OK\r\nProbe-Response: response 1\r\n\r\nit is ok".utf8)
    for length in 0..<bytes.count { #expect(answer.judge(Array(bytes[..<length]), hasEnded: false) == nil) }
    #expect(answer.judge(bytes, hasEnded: false) == .reply)
  }
}
