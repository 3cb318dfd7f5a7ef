import Foundation
import LinuxSystem
import Netlink
import TestSupport
import Testing

@testable import Conditioner

/// Command lines of tc's own public tests, with what tc answers and shows: what the kernel holds then is read as
/// someone else's before `apply --force` takes its place, and is the same to tc once it is given back.
@Suite("tc's own cases, given back", .needsNetem)
struct FormerQdiscNetemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    var before: [String] = []
    let command: String
    var status: Int32 = 0
    let pattern: String
    var count = 1
    var check = "tc qdisc show dev DEV"

    var testDescription: String { id }
  }

  static let cases: [Case] = [
    Case(
      id: "a089", command: "tc qdisc add dev DEV handle 1: root netem limit 200",
      pattern: "qdisc netem 1: root refcnt [0-9]+ limit 200"),
    Case(
      id: "3449", command: "tc qdisc add dev DEV handle 1: root netem delay 100ms",
      pattern: "qdisc netem 1: root refcnt [0-9]+ .*delay 100ms"),
    Case(
      id: "2b82",
      command: "tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms distribution normal duplicate 1%",
      pattern: "qdisc netem 1: root refcnt [0-9]+ .*delay 100ms  10ms duplicate 1%"),
    Case(
      id: "ba29", command: "tc qdisc add dev DEV handle 1: root netem loss gemodel 1%",
      pattern: "qdisc netem 1: root refcnt [0-9]+ .*loss gemodel p 1%"),
    Case(
      id: "0492", command: "tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms reorder 2% gap 100",
      pattern: "qdisc netem 1: root refcnt [0-9]+ .*reorder 2%"),
    Case(
      id: "7862", command: "tc qdisc add dev DEV handle 1: root netem rate 20000",
      pattern: "qdisc netem 1: root refcnt [0-9]+ .*rate 20Kbit"),
    Case(
      id: "5029", before: ["tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms distribution normal loss 1%"],
      command: "tc qdisc change dev DEV handle 1: root netem delay 100ms 10ms distribution normal loss 2%",
      pattern: "qdisc netem 1: root refcnt [0-9]+ .*loss 2%"),
    Case(
      id: "4502", before: ["tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms distribution normal"],
      command: "tc qdisc del dev DEV handle 1: root", pattern: "qdisc netem 1: root refcnt [0-9]+ .*delay 100ms  10ms",
      count: 0),
    Case(
      id: "d34d",
      before: [
        "tc qdisc add dev DEV root handle 1: netem limit 1", "tc qdisc add dev DEV parent 1: handle 2: netem limit 1",
      ], command: "tc qdisc change dev DEV handle 1: netem duplicate 50%", status: 2, pattern: "qdisc netem", count: 2,
      check: "tc -s qdisc show dev DEV"),
    Case(
      id: "cafe", before: ["tc qdisc add dev DEV root handle 1: netem limit 1 duplicate 100%"],
      command: "tc qdisc add dev DEV parent 1: handle 2: netem duplicate 100%", status: 2, pattern: "qdisc netem",
      check: "tc -s qdisc show dev DEV"),
    Case(
      id: "6430", command: "tc qdisc add dev DEV handle 1: root tbf limit 1000 burst 1500 rate 10000",
      pattern: "qdisc tbf 1: root refcnt [0-9]+ rate 10Kbit burst 1500b limit 1000b"),
    Case(
      id: "320a",
      command: "tc qdisc add dev DEV handle 1: root tbf limit 1000 burst 1500 rate 20000 mtu 1510 peakrate 30000",
      pattern: "qdisc tbf 1: root refcnt [0-9]+ rate 20Kbit burst 1500b peakrate 30Kbit minburst.*limit 1000b"),
    Case(
      id: "239b", command: "tc qdisc add dev DEV handle 1: root tbf burst 1500 rate 20000 latency 100ms",
      pattern: "qdisc tbf 1: root refcnt [0-9]+ rate 20Kbit burst 1500b lat 100ms"),
    Case(
      id: "c975", command: "tc qdisc add dev DEV handle 1: root tbf limit 1000 burst 1500 rate 20000 overhead 300",
      pattern: "qdisc tbf 1: root refcnt [0-9]+ rate 20Kbit burst 1800b limit 1000b overhead 300"),
    Case(
      id: "8492", command: "tc qdisc add dev DEV handle 1: root htb r2q 5",
      pattern: "qdisc htb 1: root refcnt [0-9]+ r2q 5 default 0 direct_packets_stat.*direct_qlen"),
    Case(
      id: "b924", before: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20kbit burst 1000",
      pattern: "class htb 1:1 root prio 0 rate 20Kbit ceil 20Kbit burst 1000b cburst 1600b",
      check: "tc class show dev DEV"),
    Case(
      id: "9048", before: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20Kbit prio 1",
      pattern: "class htb 1:1 root prio 1 rate 20Kbit ceil 20Kbit burst 1600b cburst 1600b",
      check: "tc class show dev DEV"),
    Case(
      id: "9523", before: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20Kbit cburst 2000",
      pattern: "class htb 1:1 root prio 0 rate 20Kbit ceil 20Kbit burst 1600b cburst 2000b",
      check: "tc class show dev DEV"),
    Case(
      id: "346a", before: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20Kbit quantum 2048",
      pattern: "class htb 1:1 root prio 0 rate 20Kbit ceil 20Kbit burst 1600b cburst 1600b",
      check: "tc class show dev DEV"),
    Case(
      id: "9872", command: "tc qdisc add dev DEV ingress", pattern: "qdisc ingress ffff:"),
    Case(
      id: "74f6", before: ["tc qdisc add dev DEV ingress"], command: "tc qdisc add dev DEV ingress", status: 2,
      pattern: "qdisc ingress ffff:"),
  ]

  /// What tc prints for a line in a namespace, on one of its interfaces; and its exit status.
  private func tc(
    _ line: String, _ device: String, _ namespace: NetworkNamespace
  ) throws -> (status: Int32, output: String) {
    let words = line.split(separator: " ").map { $0 == "DEV" ? device : String($0) }
    let (status, output) = try namespace.performBlocking { try Shell.run(words) }
    // A count of packets, not a setting.
    return (status, output.replacing(/direct_packets_stat \d+/, with: "direct_packets_stat 0"))
  }

  @Test("tc answers and shows what it should, and the same of what was read and given back", arguments: cases)
  func readAndGivenBack(_ known: Case) throws {
    let namespace = try NetworkNamespace.create(name: "ct-cases")
    let route = try namespace.performBlocking { try RouteSocket() }
    try route.addVethPair(VethEnd(name: "a"), VethEnd(name: "b"))
    let (a, b) = (try #require(try route.link(named: "a")).index, try #require(try route.link(named: "b")).index)
    for index in [a, b] { try route.setLink(index, up: true) }
    for line in known.before {
      let (status, output) = try tc(line, "a", namespace)
      #expect(status == 0, "\(line): \(output)")
    }
    let (status, output) = try tc(known.command, "a", namespace)
    #expect(status == known.status, "\(output)")
    let shown = try tc(known.check, "a", namespace).output
    let pattern = try Regex(known.pattern)
    let found = shown.split(separator: "\n").filter { $0.contains(pattern) }.count
    #expect(found == known.count, "\(shown)")

    let facts = try namespace.performBlocking { try InterfaceFacts.read("a", route) }
    guard let former = facts.formerRoot else {
      // Nothing was left there, or only a place for filters.
      return #expect(try tc("tc qdisc show dev DEV", "a", namespace).output.contains(/noqueue 0:/))
    }
    // Through the notes, as after the tool that took its place has ended.
    let noted = try JSONDecoder().decode(FormerQdisc.self, from: try JSONEncoder().encode(former))
    let notes = try namespace.performBlocking {
      try InterfaceWorker(route: route, index: b, device: "b").undo([.root(.blackhole)], giveBack: noted)
    }
    #expect(notes.isEmpty, "\(notes)")
    for kind in ["qdisc", "class"] {
      let lines = try ["a", "b"].map { try tc("tc \(kind) show dev DEV", $0, namespace).output }
      #expect(lines[0] == lines[1])
    }
  }
}
