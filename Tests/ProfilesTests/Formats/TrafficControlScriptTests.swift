import Testing

@testable import Profiles

/// What stands around the commands of tc in the scripts that people have, and commands for more than one queue.
@Suite("Scripts with tc")
struct TrafficControlScriptTests {
  @Test(
    "redirections, assignments and commands that do nothing are passed over",
    arguments: [
      "tc qdisc del dev eth0 root 2>/dev/null || true\ntc qdisc add dev eth0 root netem delay 5ms",
      "tc qdisc add dev eth0 root netem delay 5ms > /dev/null 2>&1",
      "tc qdisc add dev eth0 root netem delay 5ms &> 'a log' && echo done",
      "tc qdisc add dev eth0 root netem delay 5ms >>log 2>log </dev/null\n: nothing",
      "DEV=eth0\nLC_ALL=C sudo tc qdisc add dev $DEV root netem delay 5ms",
    ])
  func surroundings(script: String) throws {
    #expect(try only(script, .tc).uplink == LinkConditions(delay: .milliseconds(5)))
  }

  @Test("an assignment is left out by name, a variable where a value is expected is refused")
  func variables() throws {
    let found = try imported("DELAY=5ms\ntc qdisc add dev eth0 root netem delay 5ms")
    #expect(found.assumptions.first == "file: line 1: left out: DELAY=5ms; variables are not expanded.")
    #expect(
      faults(of: "tc qdisc add dev eth0 root netem delay ${DELAY}ms") == [
        "file.txt:1: netem.delay: \"${DELAY}ms\" was read, where a time such as 100ms, at most 60 min, is expected. "
          + "Variables are not expanded; write the value."
      ])
  }

  @Test("commands that depend on something are refused by name")
  func control() {
    #expect(
      faults(of: "if true; then\n  tc qdisc add dev eth0 root netem delay 5ms\nfi").map { $0.prefix(40) } == [
        "file.txt:1: \"if\" makes what is run depen", "file.txt:1: \"then\" makes what is run dep",
        "file.txt:3: \"fi\" makes what is run depen",
      ])
  }

  @Test("a file for tc -batch is recognised")
  func batch() throws {
    #expect(try only("qdisc add dev eth0 root netem delay 5ms\n", .tc).uplink.delay == .milliseconds(5))
  }

  @Test(
    "what stands in front of the kind is not the kind",
    arguments: ["estimator 1s 8s", "ingress_block 3", "egress_block 4", "handle 1: estimator 1s 8s"])
  func options(words: String) throws {
    let found = try imported("tc qdisc add dev eth0 root \(words) netem delay 5ms")
    #expect(found.profiles.map(\.uplink.delay) == [.milliseconds(5)])
  }

  @Test("a distribution of slots is not one of delays")
  func slots() throws {
    let found = try imported("tc qdisc add dev eth0 root netem slot distribution normal 10ms 2ms packets 5 loss 1%")
    #expect(
      found.assumptions.first
        == "eth0: netem.slot: \"distribution normal 10ms 2ms packets 5\" is left out; a profile has no slots.")
    #expect(found.profiles.first?.uplink.loss.average.percent == 1)
    #expect(found.profiles.first?.uplink.jitter == nil)
  }

  @Test(
    "what hangs at nothing is refused, not passed over",
    arguments: [
      "tc qdisc add dev eth0 parent 9:1 netem delay 5ms",
      "tc qdisc add dev eth0 root netem loss 1%\ntc qdisc add dev eth0 parent 1:1 tbf rate 1mbit burst 2k limit 3k",
      "tc qdisc add dev eth0 root handle 1: htb\ntc qdisc add dev eth0 parent 1:11 netem delay 5ms",
    ])
  func orphans(script: String) {
    let faults = faults(of: script)
    #expect(faults.count == 1)
    #expect(faults.first?.contains("where nothing is; the commands that make it have to come before.") == true)
  }

  @Test("of several queues side by side the first is taken, and each other is named")
  func sideBySide() throws {
    let found = try imported(
      """
      tc qdisc add dev eth0 root handle 1: prio
      tc qdisc add dev eth0 parent 1:1 netem delay 1ms
      tc qdisc add dev eth0 parent 1:2 handle 20: netem delay 2ms
      tc qdisc add dev eth0 parent 20:1 tbf rate 1mbit burst 2k limit 3k
      """)
    #expect(found.profiles.map(\.uplink) == [LinkConditions(delay: .milliseconds(1))])
    #expect(found.assumptions.contains("eth0: netem at 1:2: left out: packets take another way."))
    #expect(found.assumptions.contains("eth0: tbf at 20:1: left out: packets take another way."))
  }
}
