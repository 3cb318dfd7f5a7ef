internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// Traffic over the loopback interface of a namespace of the test's own.
@Suite(.makesNamespaces)
struct SocketTests {
  private let namespace: NetworkNamespace
  private let poller: Poller

  init() throws {
    namespace = try NetworkNamespace.create(name: "sockets")
    poller = try Poller()
    let up = try namespace.performBlocking {
      try Users.allowEcho()
      return try Shell.run(["ip", "link", "set", "lo", "up"])
    }
    try #require(up.status == 0, "\(up.output)")
  }

  /// Ten seconds from now: far longer than loopback takes.
  private var deadline: Int64 { MonotonicClock.now() + 10_000_000_000 }

  @Test("a datagram arrives with its sender and a stamp between sending and reading", arguments: ["127.0.0.1", "::1"])
  func datagram(ip: String) throws {
    let any = try SocketAddress(ip: ip, port: 0)
    let (server, client) = try namespace.performBlocking {
      (try DatagramSocket(udpBoundTo: any), try DatagramSocket(udp: any.family))
    }
    try poller.add(server.descriptor, token: 7, .read)
    #expect(try server.receive() == nil)
    let address = try #require(server.localAddress)
    #expect(address.port != 0)

    let before = MonotonicClock.now()
    try client.send(Array("hello".utf8), to: address)
    #expect(try poller.wait(until: deadline).map(\.token) == [7])
    let received = try #require(try server.receive())
    let after = MonotonicClock.now()
    #expect(received.bytes == Array("hello".utf8))
    #expect(received.sender.ip == ip)
    #expect(received.sender.port == client.localAddress?.port)
    // The stamp is of another clock; taking the offset costs under 1 ms even if the thread is put aside meanwhile.
    #expect(received.received >= before - 1_000_000)
    #expect(received.received <= after + 1_000_000)
    try client.send([], to: address)
    #expect(try poller.wait(until: deadline).count == 1)
    #expect(try server.receive()?.bytes == [])
  }

  @Test("a connected datagram socket is told of a refusal")
  func refusedDatagram() throws {
    let closed = try #require(SocketAddress("127.0.0.1:9"))
    let client = try namespace.performBlocking { try DatagramSocket(udp: .ipv4) }
    try client.connect(to: closed)
    try client.send([1])
    try poller.add(client.descriptor, token: 1, .read)
    #expect(try poller.wait(until: deadline).count == 1)
    let error = #expect(throws: SystemError.self) { try client.receive() }
    #expect(error?.errno == .connectionRefused)
  }

  @Test("an echo socket gets its own answer", arguments: ["127.0.0.1", "::1"])
  func echo(ip: String) throws {
    let target = try SocketAddress(ip: ip, port: 0)
    let socket = try namespace.performBlocking { try DatagramSocket(echo: target.family) }
    try poller.add(socket.descriptor, token: 1, .read)
    // Echo request: type, code, checksum and identifier (both the kernel's), sequence 5, payload.
    let request: [UInt8] = [target.family == .ipv4 ? 8 : 128, 0, 0, 0, 0, 0, 0, 5, 0xca, 0xfe]
    try socket.send(request, to: target)
    #expect(try poller.wait(until: deadline).count == 1)
    let answer = try #require(try socket.receive())
    #expect(answer.bytes.first == (target.family == .ipv4 ? 0 : 129))
    #expect(Array(answer.bytes.suffix(4)) == [0, 5, 0xca, 0xfe])
  }

  @Test("a stream carries bytes both ways and tells its end")
  func stream() throws {
    let any = try #require(SocketAddress("127.0.0.1:0"))
    let listener = try namespace.performBlocking { try StreamSocket.listen(on: any) }
    let address = try #require(listener.localAddress)
    #expect(try listener.accept() == nil)
    let client = try namespace.performBlocking { try StreamSocket.connect(to: address) }
    try poller.add(listener.descriptor, token: 1, .read)
    try poller.add(client.descriptor, token: 2, .write)
    #expect(try poller.wait(until: deadline).isEmpty == false)
    #expect(client.connectionError() == nil)
    let server = try #require(try listener.accept())
    #expect(server.peerAddress == client.localAddress)
    // Accepted sockets must not block nor reach other programs.
    #expect(fcntl(server.descriptor, F_GETFL) & O_NONBLOCK != 0)
    #expect(fcntl(server.descriptor, F_GETFD) & FD_CLOEXEC != 0)

    poller.remove(listener.descriptor)
    poller.remove(client.descriptor)
    try poller.add(server.descriptor, token: 3, .read)
    #expect(try server.read(upTo: 10) == nil)
    #expect(try client.write(ArraySlice("question".utf8)) == 8)
    #expect(try poller.wait(until: deadline).map(\.token) == [3])
    #expect(try server.read(upTo: 100) == Array("question".utf8))
    client.finishWriting()
    #expect(try poller.wait(until: deadline).map(\.token) == [3])
    #expect(try server.read(upTo: 100) == [])
    #expect(try server.write(ArraySlice("answer".utf8)) == 6)
    try poller.add(client.descriptor, token: 4, .read)
    #expect(try poller.wait(until: deadline).map(\.token).contains(4))
    #expect(try client.read(upTo: 100) == Array("answer".utf8))
  }

  @Test("a refused connection is told of once it is writable")
  func refusedStream() throws {
    let closed = try #require(SocketAddress("127.0.0.1:9"))
    let client = try namespace.performBlocking { try StreamSocket.connect(to: closed) }
    try poller.add(client.descriptor, token: 1, .write)
    #expect(try poller.wait(until: deadline).first?.isWritable == true)
    #expect(client.connectionError() == .connectionRefused)
  }

  @Test("without a route there is no connection")
  func unreachable() throws {
    let far = try #require(SocketAddress("203.0.113.1:80"))
    let error = #expect(throws: SystemError.self) {
      try namespace.performBlocking { try StreamSocket.connect(to: far) }
    }
    #expect(error?.description == "Cannot connect to 203.0.113.1:80: Network is unreachable.")
    #expect(error?.errno.isUnreachable == true)
  }

  @Test("the poller waits until its deadline, and another thread can wake it")
  func deadlineAndWake() throws {
    let until = MonotonicClock.now() + 20_000_000  // 20 ms
    #expect(try poller.wait(until: until).isEmpty)
    #expect(MonotonicClock.now() >= until)
    poller.wake()
    let start = MonotonicClock.now()
    #expect(try poller.wait(until: start + 60_000_000_000).isEmpty)  // would be a minute
    let thread = try OwnThread(name: "waker") { [poller] in poller.wake() }
    #expect(try poller.wait(until: nil).isEmpty)
    thread.join()
    #expect(MonotonicClock.now() - start < 30_000_000_000)
    // Woken once, it is asleep again.
    #expect(try poller.wait(until: MonotonicClock.now()).isEmpty)
  }
}
