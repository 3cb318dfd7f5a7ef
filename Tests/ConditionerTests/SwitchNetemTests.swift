import Conditioner
import Glibc
import LinuxSystem
import Profiles
import Synchronization
import Testing

/// Profiles that change under traffic: whatever is under way arrives, in order, and nothing passes without conditions.
@Suite("Switching profiles under traffic, kernel engine", .needsNetem, .serialized)
struct SwitchNetemTests {
  private struct Arrival {
    let sequence: Int
    let sent: Int64
    let received: Int64
  }

  /// Who sends and who receives, each on a thread of its own.
  private final class Traffic: Sendable {
    let isOver = Atomic(false)
    let sent = Atomic(0)
    let received = Atomic(0)
    let arrivals = Mutex<[Arrival]>([])
  }

  /// All of them keep order. Differences of delay of at most 25 ms: at 5 000 packets/s 125 of them come at one moment, and
  /// a machine's backlog holds 1000. The queue is long enough for what a sender that was held up sends at once.
  private static let profiles: [Profile] = [
    Profile(name: "5 ms", uplink: LinkConditions(delay: .milliseconds(5))),
    Profile(name: "30 ms", uplink: LinkConditions(delay: .milliseconds(30))),
    // 5 000 frames of 106 bytes are 4.2 Mbit/s.
    Profile(
      name: "15 ms, 50 Mbit/s",
      uplink: LinkConditions(rate: .megabits(50), delay: .milliseconds(15), queue: Queue(depth: .packets(2000)))),
    Profile(
      name: "20 ± 5 ms",
      uplink: LinkConditions(
        delay: .milliseconds(20), jitter: Jitter(deviation: .milliseconds(5)))),
  ]

  /// The least that a packet waits under a profile, in nanoseconds.
  private static func least(_ profile: Profile) -> Int64 {
    profile.uplink.delay.wholeNanoseconds - (profile.uplink.jitter?.deviation.wholeNanoseconds ?? 0)
  }

  @Test("40 switches at 5 000 packets/s: none lost, none reordered, none faster than the old or the new conditions")
  func switches() async throws {
    try await Lab.with(Self.profiles[0], options: LabOptions(engine: .kernel)) { lab in
      let address = try SocketAddress(ip: lab.originAddresses[0], port: 9100)
      let receiver = try await lab.network.perform { try DatagramSocket(udpBoundTo: address) }
      // 64 MiB: the default holds 277 packets of this size, and 40 000 take 30 MiB. In user-mode Linux, where a call costs
      // much, whoever reads them is slower than they come.
      var size: Int32 = 64 << 20
      try #require(setsockopt(receiver.descriptor, SOL_SOCKET, SO_RCVBUFFORCE, &size, 4) == 0)
      let sender = try await lab.client.perform { try DatagramSocket(udp: .ipv4) }
      try sender.connect(to: address)
      let traffic = Traffic()
      let receiving = try OwnThread(name: "receiver") { Self.receive(receiver, traffic) }
      let sending = try OwnThread(name: "sender") { Self.send(sender, traffic) }

      // Each profile with when it was asked for and from when it holds.
      var changes = [(began: Int64(0), applied: Int64(0), profile: Self.profiles[0])]
      for number in 1...40 {
        try await Task.sleep(for: .milliseconds(100))
        let profile = Self.profiles[number % Self.profiles.count]
        let applied = try await lab.apply(profile)
        changes.append((applied.began, applied.applied, profile))
      }
      try await Task.sleep(for: .milliseconds(100))
      traffic.isOver.store(true, ordering: .releasing)
      sending.join()
      receiving.join()

      let arrivals = traffic.arrivals.withLock { $0 }
      let sent = traffic.sent.load(ordering: .acquiring)
      #expect(sent > 10_000, "5 000 a second for more than 4 s, less what a busy machine was too slow for: \(sent)")
      #expect(arrivals.count == sent, "\(sent - arrivals.count) of \(sent) lost")
      let isOrdered = zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
      #expect(isOrdered)
      let counters = try await lab.counters()
      #expect(counters.uplink.droppedByQueue == 0)
      let early = arrivals.filter { arrival in
        // A profile may be met from when it was asked for until the next one holds. The stamp is taken before the send,
        // which may have been interrupted in between: what was asked for within 20 ms counts too.
        let met = changes.indices.filter { index in
          changes[index].began <= arrival.sent + 20_000_000
            && (index + 1 == changes.count || changes[index + 1].applied >= arrival.sent)
        }
        let least = met.map { Self.least(changes[$0].profile) }.min() ?? 0
        // The two stamps are of different clocks, told apart by readings that user-mode Linux takes up to 0.15 ms
        // for; profiles differ by 5 ms.
        return arrival.received - arrival.sent < least - 500_000
      }
      let first = early.first.map { "\($0)" } ?? "none"
      #expect(
        early.count == 0, "of \(arrivals.count), faster than any conditions they can have met; the first: \(first)")
    }
  }

  private static func send(_ socket: DatagramSocket, _ traffic: Traffic) {
    var start = MonotonicClock.now()
    var sequence = 0
    while !traffic.isOver.load(ordering: .acquiring) {
      let due = start + Int64(sequence) * 200_000
      let now = MonotonicClock.now()
      if due > now { Wait.sleep(nanoseconds: due - now) }
      // Who was not woken for long goes on from now: a burst of all that was missed does not fit into a machine's backlog.
      if now - due > 20_000_000 { start += now - due }
      // Nor does more than that wait for a reader who has no processor.
      while sequence - traffic.received.load(ordering: .acquiring) > 40_000, !traffic.isOver.load(ordering: .acquiring)
      {
        Wait.sleep(nanoseconds: 1_000_000)
      }
      var bytes = [UInt8](repeating: 0, count: 64)
      withUnsafeBytes(of: (Int64(sequence), MonotonicClock.now())) { bytes.replaceSubrange(0..<16, with: $0) }
      do { try socket.send(bytes) } catch { break }
      sequence += 1
      traffic.sent.store(sequence, ordering: .releasing)
    }
  }

  /// Until everything that was sent is here, or nothing has come for a second after the last was sent.
  private static func receive(_ socket: DatagramSocket, _ traffic: Traffic) {
    var count = 0
    while true {
      guard Wait.readable([socket.descriptor], nanoseconds: 1_000_000_000)[0] else {
        if traffic.isOver.load(ordering: .acquiring) { return }
        continue
      }
      do {
        while let datagram = try socket.receive(upTo: 64) {
          let (sequence, sent) = datagram.bytes.withUnsafeBytes { bytes in
            (bytes.loadUnaligned(as: Int64.self), bytes.loadUnaligned(fromByteOffset: 8, as: Int64.self))
          }
          let arrival = Arrival(sequence: Int(sequence), sent: sent, received: datagram.received)
          traffic.arrivals.withLock { $0.append(arrival) }
          count += 1
        }
      } catch {
        return
      }
      if traffic.isOver.load(ordering: .acquiring), count == traffic.sent.load(ordering: .acquiring) { return }
    }
  }
}
