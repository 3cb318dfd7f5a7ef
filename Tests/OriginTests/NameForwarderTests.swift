import LinuxSystem
import TestSupport
import Testing

@testable import Origin

@Suite("Names that other servers know")
struct NameForwarderTests {
  @Test(
    "resolv.conf's servers, at most three, and the one on this machine where it names none",
    arguments: [
      ("nameserver 192.0.2.53\n", ["192.0.2.53:53"]),
      (
        "# nameserver 192.0.2.1\nsearch a b\nnameserver\t2001:db8::53 \nnameserver 192.0.2.53",
        ["[2001:db8::53]:53", "192.0.2.53:53"]
      ),
      ("nameserver fe80::1%eth0\nnameserver nonsense\nnameserver\nnameserver 192.0.2.53\n", ["192.0.2.53:53"]),
      (
        "nameserver 192.0.2.1\nnameserver 192.0.2.2\nnameserver 192.0.2.3\nnameserver 192.0.2.4\n",
        ["192.0.2.1:53", "192.0.2.2:53", "192.0.2.3:53"]
      ),
      ("", ["127.0.0.1:53"]), ("options edns0\n", ["127.0.0.1:53"]),
    ])
  func list(text: String, servers: [String]) {
    #expect(NameServerList.servers(in: text).map(\.description) == servers)
  }

  @Test("what is known here is not asked for elsewhere, nor anything while this server is to fail")
  func asksOthers() throws {
    let names = try OriginNames(["origin.test": ["203.0.113.1"]])
    func asks(_ name: String) throws -> Bool {
      names.asksOthers(try DNSMessage.query(id: 1, name: name, type: .aaaa).encoded())
    }
    #expect(try !asks("origin.test") && !asks("ORIGIN.test") && !asks("a.localhost"))
    #expect(try asks("server.example") && asks("www.origin.test"))
    #expect(!names.asksOthers([0, 1, 2]) && !names.asksOthers([UInt8](repeating: 0xff, count: 40)))
    names.failure.set(.nxdomain)
    #expect(try !asks("server.example"))
  }

  /// Servers of this test on loopback: what they answer is in the test's hand, and so is the time.
  @Test("a server that is silent is followed by the next, one that refuses at once, and the last by SERVFAIL")
  func next() async throws {
    let loopback = try await LoopbackNamespace(addresses: ["192.0.2.53", "192.0.2.54"])
    try await loopback.namespace.perform {
      let asker = try SocketAddress(ip: "192.0.2.53", port: 40_000)
      let (silent, second) = (
        try DatagramSocket(udpBoundTo: SocketAddress(ip: "192.0.2.53", port: 53)),
        try DatagramSocket(udpBoundTo: SocketAddress(ip: "192.0.2.54", port: 53))
      )
      let refusing = try SocketAddress(ip: "192.0.2.54", port: 54)
      let forwarder = NameForwarder(
        try NameForwarder.connect(to: [try #require(silent.localAddress), refusing, try #require(second.localAddress)]))
      let query = try DNSMessage.query(id: 7, name: "server.example", type: .a).encoded()
      func received(_ socket: DatagramSocket) throws -> ReceivedDatagram {
        try #require(Wait.readable([socket.descriptor], nanoseconds: 5_000_000_000)[0] ? try socket.receive() : nil)
      }

      #expect(forwarder.forward(query, from: asker, by: silent, at: 0) == nil)
      #expect(try received(silent).bytes.dropFirst(2) == query.dropFirst(2))
      #expect(forwarder.nextDeadline == NameForwarder.patience)
      #expect(forwarder.expire(at: NameForwarder.patience - 1).isEmpty)
      #expect(forwarder.expire(at: NameForwarder.patience).isEmpty)
      // The second refuses: an ICMP message on loopback, which is there when the send returns.
      #expect(Wait.readable([forwarder.sockets[1].descriptor], nanoseconds: 5_000_000_000)[0])
      #expect(forwarder.receive(from: 1, at: NameForwarder.patience).isEmpty)
      let asked = try received(second)
      var answer = try DNSMessage(decoding: asked.bytes)
      answer.flags |= 0x8000
      try second.send(try answer.encoded(), to: asked.sender)
      #expect(Wait.readable([forwarder.sockets[2].descriptor], nanoseconds: 5_000_000_000)[0])
      let delivery = try #require(forwarder.receive(from: 2, at: 0).first)
      #expect(try delivery.asker == asker && DNSMessage(decoding: delivery.bytes).id == 7)
      #expect(forwarder.nextDeadline == nil)

      #expect(forwarder.forward(query, from: asker, by: silent, at: 0) == nil)
      #expect(forwarder.expire(at: 10 * NameForwarder.patience).isEmpty)
      #expect(forwarder.expire(at: 20 * NameForwarder.patience).isEmpty)
      let last = try #require(forwarder.expire(at: 30 * NameForwarder.patience).first)
      let failure = try DNSMessage(decoding: last.bytes)
      #expect(failure.id == 7 && failure.isResponse && failure.responseCode == .serverFailure)
      #expect(failure.questions == [.init(name: "server.example", type: .a)])
      // Without any server, at once.
      #expect(NameForwarder([]).forward(query, from: asker, by: silent, at: 0) != nil)
    }
  }
}
