import LinuxSystem
import Testing

@testable import Relay

/// A relay between two veth pairs in namespaces of the test's own.
@Suite("Relay between namespaces", .serialized)
struct RelayLiveTests {
  private static let millisecond: Int64 = 1_000_000
  private static let tenPercent: UInt32 = 429_496_730

  private func delay(_ milliseconds: Int64) -> LaneConditions {
    LaneConditions(delayNanoseconds: milliseconds * Self.millisecond)
  }

  @Test("50 ms each way make a round trip of 100 ms")
  func roundTrip() async throws {
    let triple = try await RelayTriple(RelayConditions(downlink: delay(50), uplink: delay(50)))
    let ping = try await NamespaceCommand.run(
      ["ping", "-q", "-c", "20", "-i", "0.05", RelayTriple.networkAddress], in: triple.client)
    #expect(ping.text.contains("20 packets transmitted, 20 received"))
    // rtt min/avg/max/mdev = 100.102/100.211/100.502/0.081 ms
    let numbers = ping.text.split(separator: "= ").last?.split(separator: "/").prefix(3).compactMap { Double($0) } ?? []
    try #require(numbers.count == 3, "\(ping.text)")
    #expect(numbers[0] >= 100)
    // Idle, the relay and both ends together take 0.2 ms (p99): the fastest of twenty is not held up by other tests.
    #expect(numbers[0] < 101)
    let counters = triple.relay.counters()
    #expect(counters.uplink.deliveredPackets == 20)
    #expect(counters.downlink.deliveredPackets == 20)
  }

  @Test("100 % loss is silent, and every frame is counted as lost")
  func totalLoss() async throws {
    let triple = try await RelayTriple(RelayConditions(uplink: LaneConditions(loss: .independent(.max))))
    let ping = try await NamespaceCommand.run(
      ["ping", "-q", "-c", "5", "-i", "0.05", "-W", "0.2", RelayTriple.networkAddress], in: triple.client)
    #expect(ping.status == .exited(1))
    // With an error from anywhere ping says "+5 errors" in this line.
    #expect(ping.text.contains("5 packets transmitted, 0 received, 100% packet loss"))
    let uplink = triple.relay.counters().uplink
    #expect(uplink.offeredPackets == 5)
    #expect(uplink.lostByCondition == 5)
  }

  @Test("10 % loss takes exactly the frames that the seed says, beside other traffic")
  func loss() async throws {
    let triple = try await RelayTriple(RelayConditions(uplink: LaneConditions(loss: .independent(Self.tenPercent))))
    let frame = TestFrame.ipv4(TestFrame.udp, 40_001, 9000)
    let other = TestFrame.ipv4(TestFrame.udp, 40_001, 9001)
    let flow = frame.withUnsafeBytes { FlowKey($0).hash }
    let expected = (0..<1000).filter {
      !Verdict(lane: Verdict.lane(seed: 42, .uplink), flow: flow, index: UInt64($0)).happens(Self.tenPercent)
    }
    try await triple.client.perform {
      for number in 0..<1000 {
        try triple.clientTap.send(frame, number: number)
        if number % 3 == 0 { try triple.clientTap.send(other, number: 5000 + number) }
        // Ten at a time: nothing is to be lost for want of room in a socket of an unprivileged test.
        if number % 10 == 9 { Wait.sleep(nanoseconds: Self.millisecond) }
      }
    }
    // The other flow is every third: 334.
    let counters = triple.uplinkCounters { $0.offeredPackets == 1334 }
    #expect(counters.offeredPackets == 1334)
    #expect(counters.overruns == 0)
    let arrivals = try await triple.network.perform {
      try triple.networkTap.receive(Int(counters.offeredPackets - counters.lostByCondition))
    }
    #expect(arrivals.map(\.number).filter { $0 < 5000 } == expected)
  }

  @Test("DNS queries of both families wait their own delay in front of the uplink, nothing else does")
  func dnsDelay() async throws {
    let triple = try await RelayTriple(
      RelayConditions(downlink: delay(5), uplink: delay(20), dnsDelayNanoseconds: 60 * Self.millisecond))
    let frames = [
      TestFrame.ipv4(TestFrame.udp, 40_001, 53), TestFrame.ipv6(TestFrame.udp, 40_001, 53),
      TestFrame.ipv4(TestFrame.udp, 40_001, 54), TestFrame.ipv4(TestFrame.tcp, 40_001, 53),
    ]
    let sent = try await triple.client.perform {
      try frames.enumerated().map { try triple.clientTap.send($1, number: $0) }
    }
    let arrivals = try await triple.network.perform { try triple.networkTap.receive(4) }
    let late = triple.uplinkCounters { $0.deliveredPackets == 4 }.maxLatenessNanoseconds
    // The queries arrive last, in their order.
    #expect(arrivals.map(\.number) == [2, 3, 0, 1])
    for arrival in arrivals {
      let asked = (arrival.number < 2 ? 80 : 20) * Self.millisecond
      let got = arrival.time - sent[arrival.number]
      #expect(got >= asked)
      // Late by what the relay says itself, and by what a busy machine takes to hand it over at both ends; never early.
      #expect(got < asked + late + 60 * Self.millisecond)
    }
    // An answer comes from port 53 and is not held back.
    let asked = try await triple.network.perform {
      try triple.networkTap.send(TestFrame.ipv4(TestFrame.udp, 53, 40_001), number: 9)
    }
    let answers = try await triple.client.perform { try triple.clientTap.receive(1) }
    let answer = try #require(answers.first)
    #expect(answer.time - asked >= 5 * Self.millisecond)
    #expect(answer.time - asked < 20 * Self.millisecond)
  }

  @Test("a burst fills the queue, the rest is dropped and counted, and what is kept leaves at the rate")
  func tailDrop() async throws {
    // 1250 bytes at 1 Mbit/s: 10 ms each.
    let triple = try await RelayTriple(RelayConditions(uplink: LaneConditions(rateBitsPerSecond: 1_000_000)))
    let frame = TestFrame.ipv4(TestFrame.udp, 40_001, 9000, length: 1250)
    let (first, last) = try await triple.client.perform {
      let times = try (0..<200).map { try triple.clientTap.send(frame, number: $0) }
      return (times[0], MonotonicClock.now())
    }
    let kept = 200 - Int(triple.uplinkCounters { $0.offeredPackets == 200 }.droppedByQueue)
    // 50, and one more for each 10 ms that the burst itself took.
    #expect((50...(51 + Int((last - first) / (10 * Self.millisecond)))).contains(kept))
    let arrivals = try await triple.network.perform { try triple.networkTap.receive(kept) }
    #expect(arrivals.count == kept)
    let spans = zip(arrivals, arrivals.dropFirst()).map { $1.time - $0.time }
    // From the first to the last of 50 are 49 spans of 10 ms; a late wake moves an end, not the mean.
    let mean = spans.reduce(0, +) / Int64(spans.count)
    #expect((9_800_000...10_200_000).contains(mean))
    let counters = triple.uplinkCounters { $0.deliveredPackets == UInt64(kept) }
    #expect(counters.deliveredPackets == UInt64(kept))
    #expect(counters.offeredPackets == counters.deliveredPackets + counters.droppedByQueue)
  }

  @Test(
    "40 switches at 5 000 packets/s lose nothing, keep the order, and leave no frame outside the old or new conditions")
  func switching() async throws {
    let triple = try await RelayTriple(RelayConditions(uplink: delay(100)))
    let frame = TestFrame.ipv4(TestFrame.udp, 40_001, 9000)
    // A switch each 250 frames, which is 50 ms: up to 100 ms of traffic is in the link. Some have a rate, at which a frame
    // of 98 bytes takes 16 µs, and a queue with room for all that a sender sends at once which was not woken for 200 ms.
    let (rate, tail) = (50_000_000 as UInt64, LaneQueue(.packets(1000)))
    let steps: [LaneConditions] = [
      delay(10), delay(100), LaneConditions(),
      LaneConditions(rateBitsPerSecond: rate, delayNanoseconds: 30 * Self.millisecond, queue: tail), delay(60),
      LaneConditions(rateBitsPerSecond: rate, queue: LaneQueue(.packets(1000), dropsHead: true)),
    ]
    let switches = 40
    let count = (switches + 1) * 250
    async let sending: (sent: [Int64], gone: [Int64], applied: [Int64]) = triple.client.perform {
      Wait.wakePrecisely()
      var sent: [Int64] = []
      var gone: [Int64] = []
      var applied: [Int64] = []
      let start = MonotonicClock.now()
      for number in 0..<count {
        let left = start + Int64(number) * 200_000 - MonotonicClock.now()
        if left > 0 { Wait.sleep(nanoseconds: left) }
        if number % 250 == 0, number > 0 {
          applied.append(triple.relay.apply(RelayConditions(uplink: steps[applied.count % steps.count])))
        }
        sent.append(try triple.clientTap.send(frame, number: number))
        gone.append(MonotonicClock.now())
      }
      return (sent, gone, applied)
    }
    let arrivals = try await triple.network.perform { try triple.networkTap.receive(count, within: .seconds(30)) }
    let (sent, gone, applied) = try await sending
    #expect(arrivals.map(\.number) == Array(0..<count))
    #expect(applied.count == switches)
    let counters = triple.uplinkCounters { $0.deliveredPackets == UInt64(count) }
    #expect(counters.deliveredPackets == UInt64(count))
    #expect(counters.droppedByQueue + counters.lostByCondition + counters.failedSends + counters.overruns == 0)
    #expect(counters.reordered == 0)
    // Every frame was in the link as long as conditions say that held when it was sent, or until the one ahead of it left.
    // One that a busy kernel brings to the relay after the switch may meet the new ones: those of the last 20 ms before.
    func conditions(_ step: Int) -> LaneConditions { step == 0 ? delay(100) : steps[(step - 1) % steps.count] }
    var previous: Int64 = .min
    var outside: [String] = []
    for (index, arrival) in arrivals.enumerated() {
      let step = index / 250
      var possible = [conditions(step)]
      if step < switches, sent[index] > applied[step] - 20_000_000 { possible.append(conditions(step + 1)) }
      let isInside = possible.contains { asked in
        let time = asked.delayNanoseconds + (asked.rateBitsPerSecond == nil ? 0 : 15_680)
        // Never early. Late by what the relay says itself, by what waits for the wire or for the frame ahead, and by what
        // a busy machine takes to hand it over at both ends.
        let latest = max(gone[index] + time, previous) + counters.maxLatenessNanoseconds + 60_000_000
        return (sent[index] + time...latest).contains(arrival.time)
      }
      if !isInside { outside.append("\(index): \(arrival.time - sent[index]) ns") }
      previous = arrival.time
    }
    #expect(outside.isEmpty)
  }

  @Test("without a client the relay neither spins nor stalls, and works again afterwards", arguments: [true, false])
  func linkDown(isCarrier: Bool) async throws {
    let triple = try await RelayTriple(RelayConditions(downlink: delay(5)))
    let frame = TestFrame.ipv4(TestFrame.udp, 9000, 40_001)
    let set = isCarrier ? triple.setCarrier : triple.setClient
    for round in 0..<3 {
      try set(false)
      let before = triple.relay.processorNanoseconds()
      let began = MonotonicClock.now()
      try await triple.network.perform {
        for number in 0..<200 {
          try triple.networkTap.send(frame, number: number)
          Wait.sleep(nanoseconds: 2 * Self.millisecond)
        }
      }
      let used = triple.relay.processorNanoseconds() - before
      let took = MonotonicClock.now() - began
      // 200 frames cost some 5 ms in a debug build, and a full ring is asked again ever more seldom for a second. A thread that
      // spins uses all of the time.
      #expect(used < took / 4, "used \(used) of \(took) ns in round \(round)")
      try set(true)
      // The kernel tells the two ends one after the other; the first frame that passes shows that both are up.
      let deadline = MonotonicClock.now() + 5_000 * Self.millisecond
      var answer: FrameTap.Arrival?
      while answer?.number != 1000 + round, MonotonicClock.now() < deadline {
        try await triple.network.perform { _ = try triple.networkTap.send(frame, number: 1000 + round) }
        answer = try await triple.client.perform { try triple.clientTap.receive(1, within: .milliseconds(20)).first }
      }
      #expect(answer?.number == 1000 + round)
      _ = try await triple.client.perform { try triple.clientTap.receive(1000, within: .milliseconds(50)) }
    }
    // Nothing is left behind: every frame has met its fate, and those that met no client are among the failed or gone.
    let counters = triple.relay.counters().downlink
    #expect(counters.offeredPackets >= 603)
    #expect(counters.offeredPackets == counters.deliveredPackets + counters.failedSends + counters.overruns)
  }

  @Test("TCP gets what the rate leaves for its payload")
  func rate() async throws {
    let wire = LaneConditions(rateBitsPerSecond: 1_000_000)
    let triple = try await RelayTriple(RelayConditions(downlink: wire, uplink: wire))
    let measured = try await StreamMeasurement.run(in: triple, seconds: 15, options: ["-w", "32K", "-l", "1K"])
    // Each frame of 1514 bytes carries 1448; IP and TCP with time stamps and Ethernet take the rest.
    let expected = 1_000_000.0 * 1448 / 1514
    #expect(abs(measured - expected) < expected * 0.02, "\(measured) of \(expected) bit/s")
  }

  @Test("a link that holds all it can drops and counts what comes, lives on, and leaves the other direction alone")
  func overload() async throws {
    let most = FrameBounds(short: 6000, long: 3000)
    let triple = try await RelayTriple(
      RelayConditions(downlink: delay(1), uplink: delay(3_600_000)), upTo: most)
    let short = TestFrame.ipv4(TestFrame.udp, 40_001, 9000)
    let long = short + [UInt8](repeating: 0, count: 1000)
    try await triple.client.perform {
      for number in 0..<10_000 { try triple.clientTap.send(short, number: number) }
      for number in 0..<5000 { try triple.clientTap.send(long, number: number) }
    }
    let counters = triple.uplinkCounters { $0.offeredPackets == 15_000 }
    #expect(counters.offeredPackets == 15_000)
    // More only where the socket's buffer was full before the relay's thread had a processor.
    #expect(counters.overruns >= 4000 + 2000)
    #expect(counters.deliveredPackets + counters.failedSends + counters.droppedByQueue == 0)
    _ = try await triple.network.perform { try triple.networkTap.send(short, number: 1) }
    #expect(try await triple.client.perform { try triple.clientTap.receive(1, within: .seconds(5)) }.count == 1)
    #expect(triple.relay.counters().downlink.overruns == 0)
  }

  @Test("a thread that was asked and told much sleeps again afterwards")
  func questions() async throws {
    let triple = try await RelayTriple()
    let frame = TestFrame.ipv4(TestFrame.udp, 40_001, 9000)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<1000 { _ = triple.relay.counters() }
        }
      }
    }
    try await triple.client.perform {
      // Requests that meet a thread which frames keep awake.
      for number in 0..<2000 {
        try triple.clientTap.send(frame, number: number)
        if number % 4 == 0 { _ = triple.relay.apply(RelayConditions(uplink: delay(Int64(number % 3)))) }
      }
    }
    _ = triple.uplinkCounters { $0.deliveredPackets == 2000 }
    let before = triple.relay.processorNanoseconds()
    // Nothing comes to the client: a quiet fifth of a second.
    #expect(try await triple.client.perform { try triple.clientTap.receive(1, within: .milliseconds(200)) }.isEmpty)
    // It has this question and the one before to answer; waking again and again takes over 5 ms.
    #expect(triple.relay.processorNanoseconds() - before < 2 * Self.millisecond)
  }

  @Test("works in a user namespace of an ordinary user's kind, with the buffers that are allowed there")
  func userNamespace() async throws {
    let binary = try #require(CommandLine.arguments.first)
    let outside = try NetworkNamespace.create(name: "rt-outside")
    // The tests that need nothing else run again there: the loss test, to the frame, and delays.
    let inner = try await NamespaceCommand.run(
      [
        "unshare", "--user", "--map-root-user", "--net", binary, "--testing-library", "swift-testing",
        "--filter", "RelayLiveTests/loss|RelayLiveTests/dnsDelay|RelayLiveTests/smallBuffer",
      ], in: outside)
    #expect(inner.status == .exited(0), "\(inner.text)")
    #expect(inner.text.contains("Test run with 3 tests"))
  }

  @Test("a socket has the buffer that was asked for, or as much as rmem_max allows without privilege")
  func smallBuffer() async throws {
    let triple = try await RelayTriple()
    // The kernel doubles what is asked for (socket(7)). 64 MiB is asked for.
    let allowed = try await triple.network.perform { try Int32(KernelSetting.read("net/core/rmem_max")) }
    let map = try FileDescriptor(path: "/proc/self/uid_map", flags: 0).read(4096, operation: "read /proc/self/uid_map")
    // The first user namespace maps all 2^32 - 1 numbers; only there may the limit be passed.
    let isFirst = String(decoding: map, as: UTF8.self).contains("4294967295")
    let expected = isFirst ? 128 << 20 : 2 * min(64 << 20, try #require(allowed))
    #expect(triple.receiveBufferBytes == expected)
  }

  @Test("a relay ends when it is told to, and counts on being asked afterwards")
  func stop() async throws {
    let triple = try await RelayTriple()
    let frame = TestFrame.ipv4(TestFrame.udp, 40_001, 9000)
    _ = try await triple.client.perform { try triple.clientTap.send(frame, number: 1) }
    #expect(try await triple.network.perform { try triple.networkTap.receive(1) }.count == 1)
    triple.relay.stop()
    #expect(triple.relay.counters().uplink.deliveredPackets == 1)
    triple.relay.stop()
    _ = try await triple.client.perform { try triple.clientTap.send(frame, number: 2) }
    #expect(try await triple.network.perform { try triple.networkTap.receive(1, within: .milliseconds(50)) }.isEmpty)
  }
}
