import LinuxSystem
import Origin
import Testing

@testable import ReachabilityKit

@Suite struct ProbeAnswerTests {
  @Test(
    "an HTTP answer is judged by its status, once its head is there",
    arguments: [
      ("HTTP/1.1 204 No Content\r\n\r\n", false, .reply), ("HTTP/1.0 204 \n\n", false, .reply),
      ("HTTP/1.1 204 No Content\r\nA: b\r\n", false, nil), ("HTTP/1.1 20", false, nil), ("H", false, nil),
      ("", false, nil),
      ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlogin", false, .portal),
      ("HTTP/1.1 302 Found\r\nLocation: http://portal/\r\n\r\n", false, .portal),
      ("HTTP/1.1 511 Network Authentication Required\r\n\r\n", false, .portal),
      ("HTTP/1.1 2040 x\r\n\r\n", false, .portal), ("HTTP/1.1\r\n\r\n", false, .portal),
      ("SSH-2.0-x\r\n", false, .portal), ("", true, .refused), ("HTTP/1.1 204 No", true, .portal),
      ("HTTP/1.1 204 " + String(repeating: "x", count: 9000), false, .portal),
    ] as [(String, Bool, ProbeOutcome?)])
  func http(text: String, hasEnded: Bool, outcome: ProbeOutcome?) {
    #expect(HTTPAnswer().judge(Array(text.utf8), hasEnded: hasEnded) == outcome)
  }

  @Test("a DNS answer counts if it is one to the query and has an address")
  func dns() throws {
    let query = DNSMessage.query(id: 77, name: "origin.test", type: .a)
    func judge(_ change: (inout DNSMessage) -> Void) throws -> ProbeOutcome? {
      var message = query
      message.flags = 0x8180
      message.answers = [.init(name: "origin.test", type: .a, timeToLive: 1, data: [203, 0, 113, 1])]
      change(&message)
      return DNSProbe.judge(try message.encoded(), query)
    }
    #expect(try judge { _ in } == .reply)
    #expect(try judge { $0.questions[0].name = "ORIGIN.test" } == .reply)
    #expect(try judge { $0.answers = [] } == .dnsFailure)
    #expect(try judge { $0.answers[0].type = .aaaa } == .dnsFailure)
    #expect(try judge { $0.flags |= 3 } == .dnsFailure)
    #expect(try judge { $0.flags |= 2 } == .dnsFailure)
    #expect(try judge { $0.id = 78 } == nil)
    #expect(try judge { $0.flags = 0x0100 } == nil)
    #expect(try judge { $0.questions[0].name = "other.test" } == nil)
    #expect(DNSProbe.judge([1, 2, 3], query) == nil)
  }

  @Test(
    "an echo request has the bytes of RFC 792 and RFC 4443, and its reply is known again",
    arguments: [
      (SocketAddress.Family.ipv4, UInt8(8), UInt8(0)), (.ipv6, 128, 129),
    ])
  func echo(family: SocketAddress.Family, request: UInt8, reply: UInt8) {
    let message = EchoMessage(sequence: 0x1_0203, nonce: 0xA1A2_A3A4_A5A6_A7A8)
    var bytes = message.encodedRequest(family)
    #expect(
      bytes == [
        request, 0, 0, 0, 0, 0, 0x02, 0x03,  // type, code, checksum, identifier, number
        0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0, 0, 0, 0, 0, 1, 2, 3,
      ])
    #expect(EchoMessage(decodingReply: bytes, family) == nil)  // a request is no reply
    bytes[0] = reply
    #expect(EchoMessage(decodingReply: bytes, family) == message)
    for length in 0..<EchoMessage.size { #expect(EchoMessage(decodingReply: Array(bytes[..<length]), family) == nil) }
    bytes[7] ^= 1  // number and sequence disagree
    #expect(EchoMessage(decodingReply: bytes, family) == nil)
  }

  @Test(
    "errors of sockets have their outcomes",
    arguments: [
      (Errno.connectionRefused, ProbeOutcome.refused), (.connectionReset, .refused), (.timedOut, .timeout),
      (.networkUnreachable, .unreachable), (.hostUnreachable, .unreachable), (.networkDown, .unreachable),
      (.notPermitted, .unreachable),
    ])
  func errors(errno: Errno, outcome: ProbeOutcome) { #expect(ProbeOutcome(errno) == outcome) }

  @Test("a timer keeps its beat and makes nothing up")
  func timer() {
    let start: Int64 = 1000
    var timer = ProbeTimer(start: start, interval: .milliseconds(10))
    func fires(_ time: Int64) -> Bool { timer.fires(at: time) }
    #expect(!fires(999))
    #expect(fires(start))
    #expect(timer.due == start + 10_000_000)
    #expect(fires(start + 13_000_000))
    #expect(timer.due == start + 20_000_000)
    #expect(fires(start + 95_000_000))
    #expect(!fires(start + 95_000_000))
    #expect(timer.due == start + 100_000_000)
  }
}
