import Foundation
import Netlink
@testable import PathEngine
import ReachabilityKit
import Testing

@testable import LinkcondCommand

@Suite("A line of monitor")
struct MonitorLineTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.25)

  private static func event(_ what: String, _ before: String?, _ after: String?) -> MonitorLine.Evidence {
    MonitorLine.Evidence(TimedEvent(time: 1, event: .other(type: 1), what: what, before: before, after: after))
  }

  @Test("has time, monitor, both statuses, the reason and three events")
  func text() {
    let events = [
      Self.event("wlan0", "carrier on", "carrier off"), Self.event("default", nil, "unicast"),
      Self.event("a", "b", nil),
      Self.event("c", nil, nil),
    ]
    let line = MonitorLine(
      "path", from: "satisfied", to: "unsatisfied", reason: "no route", evidence: events, date: Self.date, t: 5)
    #expect(
      line.text
        == "2023-11-14T22:13:20.250Z  path  satisfied -> unsatisfied: no route "
        + "[wlan0: carrier on -> carrier off; default: unicast; a: b -> gone; and 1 more]\n")
    let bare = MonitorLine("probe", from: "unknown", to: "online", reason: "r", date: Self.date, t: 5)
    #expect(bare.text == "2023-11-14T22:13:20.250Z  probe  unknown -> online: r\n")
  }

  @Test("of the probe has the results behind it")
  func probe() {
    func result(_ sequence: Int, _ outcome: ProbeOutcome, _ rtt: Int64?) -> ProbeResult {
      ProbeResult(
        sequence: sequence, kind: .icmpEcho, target: "192.0.2.1", outcome: outcome, sent: 1_000, ended: 1_000_001_000,
        rtt: rtt)
    }
    let recent = RecentResults()
    for sequence in 0..<100 { recent.add(result(sequence, .reply, 12_344_999)) }
    recent.add(result(100, .timeout, nil))
    var late = result(99, .reply, 1)
    late.isLate = true
    recent.add(late)
    recent.add(result(101, .unreachable, nil))
    recent.add(result(102, .reply, 900))
    let found = recent.of([102, 100, 101, 99, 0])
    #expect(found.map(\.sequence) == [99, 100, 101, 102], "what is long ago is forgotten")
    let line = MonitorLine(
      "probe", from: "online", to: "offline", reason: "r", evidence: found.map(MonitorLine.Evidence.init),
      date: Self.date, t: 5)
    #expect(
      line.text
        == "2023-11-14T22:13:20.250Z  probe  online -> offline: r [icmp to 192.0.2.1: reply after 12.34 ms; "
        + "icmp to 192.0.2.1: timeout after 1 s; icmp to 192.0.2.1: unreachable after 1 s; and 1 more]\n")
    #expect(line.evidence.last?.after == "reply after 10 us")
  }

  @Test("as JSON is one line with stable keys")
  func json() throws {
    let line = MonitorLine(
      "path", from: "unknown", to: "satisfied", reason: "x/y", evidence: [Self.event("wlan0", nil, "up")],
      date: Self.date, t: 5)
    #expect(
      try line.json == """
        {"evidence":[{"after":"up","what":"wlan0"}],"from":"unknown","monitor":"path","reason":"x/y","schema":1,\
        "t":5,"time":"2023-11-14T22:13:20.250Z","to":"satisfied"}

        """)
  }
}
