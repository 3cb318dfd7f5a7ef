import Dispatch
import LinuxSystem
import Netlink
import PathEngine
import TestSupport
import Testing

/// A monitor follows what `ip` does. Each test is a process with namespaces of its own.
@Suite(
  "A path monitor on the kernel",
  .makesNamespaces)
struct LiveMonitorTests {
  /// Evidence comes about 50 µs after the system call, which is before the tool ends. Other programs may keep the
  /// monitor's thread waiting for their turns of several milliseconds, so the best of a few flaps counts.
  static let evidenceBound: Int64 = 5_000_000

  @Test("sees a carrier go and come back, milliseconds after the far end's interface")
  func carrier() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, first) = try await LiveNetwork.followed()
      #expect(first.new.status == .satisfied)

      var lags: [Int64] = []
      for up in [false, true, false, true, false, true] {
        let count = inbox.updates.count
        let known = inbox.all.events.count
        let flap = try LiveNetwork.timed { try network.ipFar("link set far1 \(up ? "up" : "down")") }
        let update = try await inbox.update(after: count, "the flap is said") {
          up ? $0 == first.new : $0.reason == "wlan0 has no carrier"
        }
        #expect(update.firstEvidence >= flap.began)
        lags.append(update.firstEvidence - flap.ended)
        let words = up ? ("carrier off", "carrier on") : ("carrier on", "carrier off")
        // A look may be ahead of the events: what it saw may be told only afterwards.
        try await waitUntil("the events of the flap are told") {
          let events = inbox.all.events.dropFirst(known)
          return events.contains { $0.before?.contains(words.0) == true && $0.after?.contains(words.1) == true }
        }
        // A carrier change is link events and nothing else: the routes and addresses stay.
        #expect(inbox.all.events.dropFirst(known).allSatisfy { $0.object == .link && $0.what == "wlan0" })
      }
      #expect(try #require(lags.min()) <= LiveMonitorTests.evidenceBound)
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }

  @Test("sees an interface set down, and satisfied again only when the default route is back")
  func administrative() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, first) = try await LiveNetwork.followed()

      let down = try LiveNetwork.timed { try network.ip("link set wlan0 down") }
      let lost = try await inbox.update(after: 1, "the loss is said") { $0.status == .unsatisfied }
      #expect(lost.firstEvidence >= down.began)
      _ = try await inbox.update(after: 1, "the routes are gone") { $0.reason == "no route" }

      let count = inbox.updates.count
      let known = inbox.all.events.count
      try network.ip("link set wlan0 up")
      try await waitUntil("wlan0 is seen to be up") {
        inbox.all.events.dropFirst(known).contains { $0.what == "wlan0" && $0.after?.contains("state up") == true }
      }
      #expect(try network.path().reason == "no route")
      #expect(inbox.updates.count == count)
      // IPv6 addresses went with the interface too.
      try network.ip("address add 2001:db8:1::2/64 dev wlan0 nodad")
      try network.addDefaults("wlan0", number: 1)
      let back = try await inbox.update(after: count, "both families are back") { $0 == first.new }
      #expect(back.new.status == .satisfied)
      monitor.cancel()
    }
  }

  @Test("counts IPv6 in when duplicate address detection is over")
  func duplicateDetection() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      try network.ip("address del 2001:db8:1::2/64 dev wlan0")
      // Detection takes at least the retransmission time of 1 s (RFC 4861); what else it waits is random.
      try network.ip("address add 2001:db8:1::2/64 dev wlan0")
      try network.ip("-6 route replace default via 2001:db8:1::1 dev wlan0 metric 100")
      let inbox = Inbox()
      let monitor = try inbox.monitor(network.source(), LiveNetwork.overrides)
      try monitor.start()
      let first = try await inbox.update(0)
      #expect(first.new.supportsIPv4)
      #expect(!first.new.supportsIPv6)
      let usable = try await inbox.update(after: 1, "IPv6 is there") { $0.supportsIPv6 }
      monitor.cancel()
      let end = try #require(usable.events.first { $0.what == "2001:db8:1::2/64 on wlan0" })
      #expect([end.before, end.after] == ["tentative", "usable"])
    }
  }

  @Test("tells a smaller MTU as an event and as no new path")
  func mtu() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, _) = try await LiveNetwork.followed()
      try network.ip("link set wlan0 mtu 1400")
      try await waitUntil("the event is told") {
        inbox.all.events.contains { $0.before == "mtu 1500" && $0.after == "mtu 1400" }
      }
      try network.ipFar("link set far1 down")
      let lost = try await inbox.update(1)
      monitor.cancel()
      #expect(lost.new.status == .unsatisfied)
    }
  }

  @Test("follows on after 600 addresses overran a buffer of 4 KiB")
  func overrun() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      let inbox = Inbox()
      let mayGoOn = DispatchSemaphore(value: 0)
      // The first handler holds the thread until all is announced, so that nothing is read meanwhile.
      let monitor = try PathMonitor(
        source: network.source(receiveBuffer: 4096), overrides: LiveNetwork.overrides, onEvent: { inbox.add($0) },
        onFailure: { inbox.add($0) },
        onUpdate: { update in
          inbox.add(update)
          if update.old == nil { mayGoOn.wait() }
        })
      try monitor.start()
      let first = try await inbox.update(0)
      let wlan0 = try #require(first.new.interfaces.first).index
      let socket = try network.client.performBlocking { try RouteSocket() }
      for number in 0..<600 {
        let prefix = try #require(IPPrefix("198.18.\(number / 200).\(number % 200 + 1)/15"))
        try socket.addAddress(prefix, to: wlan0)
      }
      // Lost with the rest: only reading everything again shows it.
      try network.ipFar("link set far1 down")
      mayGoOn.signal()
      let lost = try await inbox.update(after: 1, "the loss is said") { $0.status == .unsatisfied }
      #expect(lost.events.contains { $0.event == .overrun })
      #expect(lost.events.count < 600)

      let count = inbox.updates.count
      try network.ipFar("link set far1 up")
      let back = try await inbox.update(after: count, "the return is said") { $0.status == .satisfied }
      #expect(back.events.contains { $0.what == "wlan0" && $0.after?.contains("carrier on") == true })
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }
}
