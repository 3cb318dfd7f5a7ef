import LinuxSystem
import Testing

@testable import Origin

@Suite struct MeasurementTests {
  let client = SocketAddress("192.0.2.2:4000")
  let stranger = SocketAddress("192.0.2.3:4000")

  @Test("a datagram survives a round trip, and anything shorter is none")
  func roundTrip() {
    for kind in MeasurementDatagram.Kind.allCases {
      let datagram = MeasurementDatagram(
        kind, session: 0x0102_0304_0506_0708, number: 9, count: 10, value: .max - 1, payloadSize: 1472)
      let bytes = datagram.encoded()
      #expect(bytes.count == 32)
      #expect(MeasurementDatagram(decoding: bytes) == datagram)
      #expect(MeasurementDatagram(decoding: datagram.encoded(size: 1472)) == datagram)
      for length in 0..<32 { #expect(MeasurementDatagram(decoding: Array(bytes[..<length])) == nil) }
    }
    #expect(MeasurementDatagram(decoding: [UInt8](repeating: 0x4C, count: 64)) == nil)
  }

  @Test("the origin counts a session's datagrams, each session by itself")
  func counts() throws {
    let client = try #require(client)
    let stranger = try #require(stranger)
    var sessions = MeasurementSessions()
    func send(_ kind: MeasurementDatagram.Kind, _ number: UInt32, from: SocketAddress) throws -> MeasurementDatagram {
      let request = MeasurementDatagram(kind, session: 5, number: number).encoded(size: 40)
      let answers = sessions.answer(request, from: from, received: 0)
      #expect(answers.count == 1)
      if kind == .probe { #expect(answers[0].count == 40) }  // as long as it was asked
      return try #require(MeasurementDatagram(decoding: answers[0]))
    }
    #expect(try send(.probe, 0, from: client).count == 1)
    #expect(try send(.probe, 2, from: client).count == 2)
    #expect(try send(.probe, 0, from: stranger).count == 1)
    let totals = try send(.totalsRequest, 7, from: client)
    #expect(totals.kind == .totals)
    #expect(totals.count == 2)
    #expect(totals.number == 7)
  }

  @Test("a train goes out only for the token, to its owner, and within bounds")
  func tokens() throws {
    let client = try #require(client)
    let stranger = try #require(stranger)
    var sessions = MeasurementSessions()
    let open = MeasurementDatagram(.open, session: 5, number: 1).encoded()
    let opened = try #require(MeasurementDatagram(decoding: sessions.answer(open, from: client, received: 0)[0]))
    let token = opened.value
    #expect(opened.kind == .opened)
    func frames(_ count: UInt32, _ size: UInt16, token: UInt64, from: SocketAddress) -> [[UInt8]] {
      sessions.answer(
        MeasurementDatagram(.trainRequest, session: 5, number: 3, count: count, value: token, payloadSize: size)
          .encoded(),
        from: from, received: 0)
    }
    #expect(frames(10, 1472, token: token, from: client).map(\.count) == Array(repeating: 1472, count: 10))
    #expect(frames(64, 32, token: token, from: client).count == 64)
    #expect(frames(65, 32, token: token, from: client).isEmpty)
    #expect(frames(0, 32, token: token, from: client).isEmpty)
    #expect(frames(10, 1473, token: token, from: client).isEmpty)
    #expect(frames(10, 31, token: token, from: client).isEmpty)
    #expect(frames(10, 1472, token: token &+ 1, from: client).isEmpty)
    #expect(frames(10, 1472, token: 0, from: client).isEmpty)
    #expect(frames(10, 1472, token: token, from: stranger).isEmpty)
  }

  @Test("the report on a train that came up has its frames and their span")
  func report() throws {
    let client = try #require(client)
    var sessions = MeasurementSessions()
    for (index, time) in [1_000, 2_000, 5_500].enumerated() {
      let frame = MeasurementDatagram(.trainFrame, session: 5, number: 3, count: 4, value: UInt64(index)).encoded(
        size: 1472)
      #expect(sessions.answer(frame, from: client, received: Int64(time)).isEmpty)
    }
    func report(_ number: UInt32) throws -> MeasurementDatagram {
      let request = MeasurementDatagram(.reportRequest, session: 5, number: number).encoded()
      return try #require(MeasurementDatagram(decoding: sessions.answer(request, from: client, received: 0)[0]))
    }
    #expect(try report(3).count == 3)
    #expect(try report(3).value == 4_500)
    #expect(try report(4).count == 0)
  }

  @Test("answers and foreign datagrams are met with silence, and old sessions are forgotten")
  func silence() throws {
    let client = try #require(client)
    var sessions = MeasurementSessions()
    for kind in [MeasurementDatagram.Kind.probeAnswer, .totals, .opened, .report] {
      #expect(sessions.answer(MeasurementDatagram(kind, session: 5).encoded(), from: client, received: 0).isEmpty)
    }
    #expect(sessions.answer([1, 2, 3], from: client, received: 0).isEmpty)
    func count(_ session: UInt64) throws -> UInt32 {
      let answers = sessions.answer(MeasurementDatagram(.probe, session: session).encoded(), from: client, received: 0)
      return try #require(MeasurementDatagram(decoding: answers[0])).count
    }
    #expect(try count(1000) == 1)
    #expect(try count(1000) == 2)
    for session in 0..<UInt64(MeasurementSessions.mostSessions) { _ = try count(session) }
    #expect(try count(1000) == 1)
  }
}
