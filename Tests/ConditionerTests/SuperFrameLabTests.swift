import Conditioner
import LinuxSystem
import Profiles
import Testing

/// TCP whose senders leave cutting and checksums to the relay.
@Suite("Super-frames in a lab", .serialized)
struct SuperFrameLabTests {
  private static let options = LabOptions(engine: .userspace, seed: 7)
  private static let count = 4_000_000
  private static let patience: Int64 = 60_000_000_000

  /// Bytes of which no two stretches are alike.
  private static let content: [UInt8] = {
    var state: UInt64 = 88_172_645_463_325_252
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      // Marsaglia's xorshift64.
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      withUnsafeBytes(of: state) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }()

  static let profiles: [Profile] = {
    func both(_ name: String, _ lane: LinkConditions) -> Profile { Profile(name: name, downlink: lane, uplink: lane) }
    guard let onePercent = Probability(fraction: 0.01) else { return [] }
    return [
      both("plain", LinkConditions()), both("1 % loss", LinkConditions(loss: .independent(onePercent))),
      both("1 % corrupted", LinkConditions(corrupt: onePercent)),
      both("1 % twice", LinkConditions(duplicate: onePercent)),
      both("5 ms", LinkConditions(delay: .milliseconds(5))),
    ]
  }()

  @Test(
    "every byte arrives over both families, and only what the profile damages has a wrong checksum",
    arguments: profiles)
  func content(_ profile: Profile) async throws {
    try await Lab.with(profile, options: Self.options) { lab in
      for (number, address) in lab.originAddresses.enumerated() {
        let received = try await Self.transfer(lab, to: address, port: UInt16(7000 + number))
        #expect(received.count == Self.count, "\(address)")
        // Not in the expectation: four million bytes are not to be printed.
        let isWhole = received == Self.content
        #expect(isWhole, "\(address)")
      }
      let uplink = try await lab.counters().uplink
      // 1448 bytes of payload in each, or 1428: each segment counts, and has its own fate.
      #expect(uplink.offeredPackets >= UInt64(Self.count / 1448 * lab.originAddresses.count))
      #expect(uplink.offeredBytes <= uplink.offeredPackets * 1514)
      if profile.name == "plain", try await Self.leavesSegmentation(lab) {
        // What each end counts are super-frames: of some forty segments, and of fewer while a stream begins.
        #expect(try await Self.packets("tx", of: lab.client, lab) < uplink.offeredPackets / 2)
        #expect(try await Self.packets("rx", of: lab.network, lab) < uplink.deliveredPackets / 2)
      }
      let wrong = try await Self.checksumErrors(lab)
      if profile.uplink.corrupt == .zero {
        #expect(wrong == 0)
      } else {
        #expect(wrong > 0)
      }
    }
  }

  @Test("conditions that change under a stream lose none of its bytes, and each frame is counted once")
  func switches() async throws {
    func lane(_ rate: UInt64, _ delay: Int64) -> Profile {
      let lane = LinkConditions(
        rate: .megabits(rate), delay: .milliseconds(delay), queue: Queue(depth: .packets(20), kind: .dropTail))
      return Profile(name: "\(rate) Mbit/s", downlink: lane, uplink: lane)
    }
    let profiles =
      [lane(20, 0), lane(40, 2)] + Self.profiles.filter { $0.uplink.corrupt == .zero && $0.name != "plain" }
    try await Lab.with(profiles[0], options: Self.options) { lab in
      async let received = Self.transfer(lab, to: lab.originAddresses[0], port: 7000)
      for round in 1...60 {
        // Mostly slow, so that there is a stream to be changed under.
        try await lab.apply(profiles[round % 3 == 0 ? round / 3 % profiles.count : round % 2])
        let uplink = try await lab.counters().uplink
        #expect(Self.isBalanced(uplink), "\(uplink)")
        try await Task.sleep(for: .milliseconds(20))
      }
      let isWhole = try await received == Self.content
      #expect(isWhole)
      #expect(try await Self.checksumErrors(lab) == 0)
    }
  }

  /// Whether each frame that was offered, and each second one, is somewhere.
  private static func isBalanced(_ lane: LinkCounters.Lane) -> Bool {
    let gone = (lane.lostByCondition ?? 0) + lane.droppedByQueue + (lane.lostByEngine ?? 0)
    return lane.offeredPackets + (lane.duplicated ?? 0) == lane.deliveredPackets + lane.waitingPackets + gone
  }

  @Test("TCP in a tunnel within the lab gets every byte through", .enabled("needs VXLAN", hasVXLAN))
  func tunnel() async throws {
    try await Lab.with(options: Self.options) { lab in
      let (near, far) = ("192.0.2.2", lab.originAddresses[0])
      for (namespace, own, local, remote) in [
        (lab.network, "10.77.0.1", far, near), (lab.client, "10.77.0.2", near, far),
      ] {
        let lines = [
          "ip link add tunnel type vxlan id 7 local \(local) remote \(remote) dstport 4789",
          "ip address add \(own)/24 dev tunnel", "ip link set tunnel up",
        ]
        try #require(try await Self.shell(lines.joined(separator: " && "), in: namespace))
      }
      let isWhole = try await Self.transfer(lab, to: "10.77.0.1", port: 7000) == Self.content
      #expect(isWhole)
      #expect(try await Self.checksumErrors(lab) == 0)
    }
  }

  /// Whether this kernel lets it leave TCP's segmentation to the relay.
  private static func leavesSegmentation(_ lab: Lab) async throws -> Bool {
    let name = lab.interface
    return try await lab.client.perform { try InterfaceFeatures.get(name) }["tx-tcp-segmentation"] == true
  }

  /// What an end of the link has sent or received, as the kernel counts it.
  private static func packets(_ way: String, of namespace: NetworkNamespace, _ lab: Lab) async throws -> UInt64 {
    let name = lab.interface
    let text = try await namespace.perform {
      String(
        decoding: try FileDescriptor(path: "/proc/thread-self/net/dev", flags: 0)
          .read(65_536, operation: "read /proc/thread-self/net/dev"), as: UTF8.self)
    }
    let row = try #require(text.split(separator: "\n").first { $0.contains("\(name):") })
    // Eight figures of what was received and eight of what was sent; bytes, then packets.
    let figures = try #require(row.split(separator: ":").last).split(separator: " ")
    return try #require(UInt64(figures[way == "rx" ? 1 : 9]))
  }

  @Sendable private static func hasVXLAN() async throws -> Bool {
    let scratch = try NetworkNamespace.create(name: "sf-scratch")
    return try await shell("ip link add tunnel type vxlan id 7 dstport 4789 2>/dev/null", in: scratch)
  }

  private static func shell(_ command: String, in namespace: NetworkNamespace) async throws -> Bool {
    try await LabProcess.spawn(
      SpawnRequest(arguments: ["/bin/sh", "-c", command], networkNamespace: namespace.descriptor)
    ).wait() == .exited(0)
  }

  /// Sends the content from the client to an address of the network; what arrives.
  private static func transfer(_ lab: Lab, to address: String, port: UInt16) async throws -> [UInt8] {
    let place = try SocketAddress(ip: address, port: port)
    let listener = try await lab.network.perform { try StreamSocket.listen(on: place) }
    async let sent: Void = lab.client.perform { try write(content, to: place) }
    let received = try await lab.network.perform { try readAll(from: listener) }
    try await sent
    return received
  }

  private static func write(_ bytes: [UInt8], to place: SocketAddress) throws {
    let socket = try StreamSocket.connect(to: place)
    let poller = try Poller()
    try poller.add(socket.descriptor, token: 1, .write)
    let deadline = MonotonicClock.now() + patience
    var left = bytes[...]
    while !left.isEmpty {
      guard MonotonicClock.now() < deadline else { throw SystemError("write to \(place)", errno: .timedOut) }
      _ = try poller.wait(until: deadline)
      left = left.dropFirst(try socket.write(left.prefix(1 << 18)))
    }
    socket.finishWriting()
  }

  private static func readAll(from listener: StreamSocket) throws -> [UInt8] {
    let deadline = MonotonicClock.now() + patience
    func wait(for socket: StreamSocket) throws {
      let left = deadline - MonotonicClock.now()
      guard left > 0, Wait.readable([socket.descriptor], nanoseconds: left)[0] else {
        throw SystemError(
          "read from \(socket.peerAddress.map(String.init(describing:)) ?? "nobody yet")", errno: .timedOut)
      }
    }
    try wait(for: listener)
    let socket = try #require(try listener.accept())
    var bytes: [UInt8] = []
    while true {
      try wait(for: socket)
      guard let more = try socket.read(upTo: 1 << 18) else { continue }
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// Segments of TCP, of both families, that the network's kernel found to have a wrong checksum (netstat's InCsumErrors).
  private static func checksumErrors(_ lab: Lab) async throws -> Int {
    let text = try await lab.network.perform {
      String(
        decoding: try FileDescriptor(path: "/proc/thread-self/net/snmp", flags: 0)
          .read(65_536, operation: "read /proc/thread-self/net/snmp"), as: UTF8.self)
    }
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("Tcp: ") }.map { $0.split(separator: " ") }
    try #require(rows.count == 2)
    let column = try #require(rows[0].firstIndex(of: "InCsumErrors"))
    return try #require(Int(rows[1][column]))
  }
}
