import Foundation
import Netlink
@testable import PathEngine
import Testing

@testable import LinkcondCommand

@Suite("A line of monitor")
struct MonitorLineTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000.25)

  private static func event(_ what: String, _ before: String?, _ after: String?) -> TimedEvent {
    TimedEvent(time: 1, event: .other(type: 1), what: what, before: before, after: after)
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
