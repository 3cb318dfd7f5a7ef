import LinuxSystem
import Netlink
import PathEngine
import TestSupport
import Testing

/// How long it takes from the kernel's answer to a request until the client is told.
@Suite(
  "The latency of a path monitor",
  .makesNamespaces)
struct LiveLatencyTests {
  @Test("is that of a look, over 100 flaps: a lost or new path does not wait for the rest of its batch")
  func flaps() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let (network, inbox, monitor, _) = try await LiveNetwork.followed()
      let socket = try network.far.performBlocking { try RouteSocket() }
      let far = try #require(try socket.link(named: "far1")).index

      var evidence: [Bool: [Int64]] = [:]
      var delivery: [Bool: [Int64]] = [:]
      var looks: [Int64] = []
      for _ in 0..<100 {
        for up in [false, true] {
          let count = inbox.updates.count
          try socket.setLink(far, up: up)
          let returned = MonotonicClock.now()
          let update = try await inbox.update(after: count, "the flap is said") {
            $0.status == (up ? .satisfied : .unsatisfied)
          }
          evidence[up, default: []].append(update.firstEvidence - returned)
          delivery[up, default: []].append(update.delivered - returned)
          looks.append(update.delivered - (update.events.last?.time ?? update.firstEvidence))
        }
      }
      monitor.cancel()
      func text(_ samples: [Int64]) -> String {
        let sorted = samples.sorted()
        let last = (sorted.count * 99 + 99) / 100 - 1
        return "median \(sorted[sorted.count / 2] / 1000) µs, p99 \(sorted[last] / 1000) µs"
      }
      for up in [false, true] {
        print("carrier \(up ? "on" : "off"): first evidence after the request's return: \(text(evidence[up] ?? []))")
        print("carrier \(up ? "on" : "off"): delivery after the request's return: \(text(delivery[up] ?? []))")
      }
      print("delivery after the last event: \(text(looks))")

      // Who waited for the silence that ends a batch would need 1 ms and a look each time, whatever a look costs here. What an
      // idle machine needs linkcond-bench says.
      let source = try network.source()
      let reading = try (0..<50).map { _ in
        let began = MonotonicClock.now()
        _ = NetworkPath(try source.snapshot(), overrides: LiveNetwork.overrides)
        return MonotonicClock.now() - began
      }
      #expect(try #require(looks.min()) < 1_000_000 + (try #require(reading.min())))
    }
    print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
  }
}
