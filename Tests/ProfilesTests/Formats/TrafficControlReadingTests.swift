import Testing

@testable import Profiles

@Suite("Reading tc command lines")
struct TrafficControlReadingTests {
  /// A public test of tc: what is set up, the command, and what follows from what tc answers and shows.
  struct Case: CustomTestStringConvertible {
    let id: String
    var setUp: [String] = []
    let command: String
    /// What leaves the interface; nil where tc refuses, or where nothing is left.
    var sent: LinkConditions?
    /// Words of the refusal.
    var refusal = ""

    var testDescription: String { "\(id): \(command)" }
    var script: String { (setUp + [command]).joined(separator: "\n").replacing("DEV", with: "eth0") }
  }

  private static func chance(_ percent: Double) -> Probability { Probability(percent: percent) ?? .zero }

  private static let delay = LinkConditions(
    delay: .milliseconds(100), jitter: Jitter(deviation: .milliseconds(10), distribution: .normal), keepsOrder: false)

  private static let cases: [Case] = [
    Case(
      id: "a089", command: "tc qdisc add dev DEV handle 1: root netem limit 200",
      sent: LinkConditions(queue: Queue(depth: .packets(200)))),
    Case(
      id: "3449", command: "tc qdisc add dev DEV handle 1: root netem delay 100ms",
      sent: LinkConditions(delay: .milliseconds(100))),
    Case(
      id: "2b82",
      command: "tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms distribution normal duplicate 1%",
      sent: {
        var conditions = delay
        conditions.duplicate = chance(1)
        return conditions
      }()),
    Case(
      id: "ba29", command: "tc qdisc add dev DEV handle 1: root netem loss gemodel 1%",
      sent: LinkConditions(
        loss: .gilbertElliott(GilbertElliottModel(becomesBad: chance(1), becomesGood: chance(99))))),
    Case(
      id: "0492", command: "tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms reorder 2% gap 100",
      sent: LinkConditions(
        delay: .milliseconds(100), jitter: Jitter(deviation: .milliseconds(10)), keepsOrder: false,
        reordering: Reordering(chance: chance(2), gap: 100))),
    Case(
      id: "7862", command: "tc qdisc add dev DEV handle 1: root netem rate 20000",
      // tc's limit of 1000 packets, none of which the delay line holds.
      sent: LinkConditions(rate: .kilobits(20), queue: Queue(depth: .packets(1_000)))),
    Case(
      id: "5029", setUp: ["tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms distribution normal loss 1%"],
      command: "tc qdisc change dev DEV handle 1: root netem delay 100ms 10ms distribution normal loss 2%",
      sent: {
        var conditions = delay
        conditions.loss = .independent(chance(2))
        return conditions
      }()),
    Case(
      id: "4502", setUp: ["tc qdisc add dev DEV handle 1: root netem delay 100ms 10ms distribution normal"],
      command: "tc qdisc del dev DEV handle 1: root", refusal: "There is no profile in it"),
    Case(
      id: "d34d",
      setUp: [
        "tc qdisc add dev DEV root handle 1: netem limit 1", "tc qdisc add dev DEV parent 1: handle 2: netem limit 1",
      ],
      command: "tc qdisc change dev DEV handle 1: netem duplicate 50%",
      refusal: "the kernel refuses two netem in a tree when one duplicates"),
    Case(
      id: "cafe", setUp: ["tc qdisc add dev DEV root handle 1: netem limit 1 duplicate 100%"],
      command: "tc qdisc add dev DEV parent 1: handle 2: netem duplicate 100%",
      refusal: "the kernel refuses two netem in a tree when one duplicates"),
    // A queue of 1000 bytes would hold no full frame: the least that a profile takes is 1514.
    Case(
      id: "6430", command: "tc qdisc add dev DEV handle 1: root tbf limit 1000 burst 1500 rate 10000",
      sent: LinkConditions(rate: .kilobits(10), queue: Queue(depth: .bytes(1_514)))),
    Case(
      id: "320a",
      command: "tc qdisc add dev DEV handle 1: root tbf limit 1000 burst 1500 rate 20000 mtu 1510 peakrate 30000",
      sent: LinkConditions(rate: .kilobits(20), queue: Queue(depth: .bytes(1_514)))),
    Case(
      id: "239b", command: "tc qdisc add dev DEV handle 1: root tbf burst 1500 rate 20000 latency 100ms",
      sent: LinkConditions(rate: .kilobits(20), queue: Queue(depth: .time(.milliseconds(100))))),
    Case(
      id: "c975", command: "tc qdisc add dev DEV handle 1: root tbf limit 1000 burst 1500 rate 20000 overhead 300",
      sent: LinkConditions(rate: .kilobits(20), queue: Queue(depth: .bytes(1_514)))),
    Case(id: "8492", command: "tc qdisc add dev DEV handle 1: root htb r2q 5", sent: LinkConditions.none),
    Case(
      id: "b924", setUp: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20kbit burst 1000",
      sent: LinkConditions(rate: .kilobits(20))),
    Case(
      id: "prio", setUp: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20Kbit prio 1",
      sent: LinkConditions(rate: .kilobits(20))),
    Case(
      id: "9523", setUp: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20Kbit cburst 2000",
      sent: LinkConditions(rate: .kilobits(20))),
    Case(
      id: "346a", setUp: ["tc qdisc add dev DEV handle 1: root htb"],
      command: "tc class add dev DEV parent 1: classid 1:1 htb rate 20Kbit quantum 2048",
      sent: LinkConditions(rate: .kilobits(20))),
    Case(id: "9872", command: "tc qdisc add dev DEV ingress", sent: LinkConditions.none),
    Case(
      id: "74f6", setUp: ["tc qdisc add dev DEV ingress"], command: "tc qdisc add dev DEV ingress",
      refusal: "there is one at that place already"),
  ]

  @Test("what tc's public tests do", arguments: cases)
  func publicCases(example: Case) throws {
    guard let sent = example.sent else {
      let faults = faults(of: example.script)
      #expect(faults.count == 1)
      #expect(faults.first?.contains(example.refusal) == true)
      return
    }
    let profile = try only(example.script, .tc)
    #expect(profile.uplink == sent)
    #expect(profile.downlink == .none)
  }

  @Test("the arguments of gemodel and state, with tc's own defaults")
  func lossModels() throws {
    let chance = Self.chance
    let full = try only("netem loss gemodel 1% 10% 70% 0.1%", .tc).uplink.loss
    #expect(
      full
        == .gilbertElliott(
          GilbertElliottModel(
            becomesBad: chance(1), becomesGood: chance(10), lossInBad: chance(70), lossInGood: chance(0.1))))
    #expect(
      try only("netem loss state 5%", .tc).uplink.loss == .fourState(FourStateModel(p13: chance(5), p31: chance(95))))
    #expect(
      try only("netem loss state 1 20 3 40 5", .tc).uplink.loss
        == .fourState(
          FourStateModel(p13: chance(1), p31: chance(20), p32: chance(3), p23: chance(40), p14: chance(5))))
    #expect(try only("netem drop random 3", .tc).uplink.loss == .independent(chance(3)))
  }

  @Test("netem with a rate keeps packets in order, without one it does not")
  func order() throws {
    #expect(try !only("netem delay 10ms 5ms", .tc).uplink.keepsOrder)
    #expect(try only("netem delay 10ms 5ms rate 1mbit", .tc).uplink.keepsOrder)
    // A rate as high as any stands for none, and is there for the order.
    let open = try only("netem delay 10ms 5ms rate 40gbit", .tc).uplink
    #expect(open.keepsOrder)
    #expect(open.rate == nil)
  }

  @Test("a class of htb with netem below it, for both directions through an ifb")
  func bothDirections() throws {
    let found = try imported(
      """
      #!/bin/sh
      modprobe ifb numifbs=1
      sudo ip link set dev ifb0 up
      sudo tc qdisc add dev 'eth0' root handle 1: htb default 0x11
      sudo tc class add dev eth0 parent 1: classid 1:1 htb rate 900kbit ceil 1mbit
      sudo tc class add dev eth0 parent 1:1 classid 1:11 \\
        htb rate 330kbit
      sudo tc class add dev eth0 parent 1:1 classid 1:12 htb rate 10kbit
      sudo tc qdisc add dev eth0 parent 1:11 handle 11: netem delay 100ms loss 1% 25%
      tc qdisc add dev eth0 handle ffff: ingress; tc filter add dev eth0 parent ffff: protocol ip u32 match u32 0 0 \
      action mirred egress redirect dev ifb0
      /sbin/tc qdisc add dev ifb0 root netem rate 780kbit delay 90ms limit 60
      """, file: "slow.sh")
    let profile = try #require(found.profiles.first)
    #expect(found.profiles.count == 1)
    #expect(profile.name == "slow")
    #expect(Direction(profile.uplink) == Direction(330, 100, 1))
    #expect(Direction(profile.downlink) == Direction(780, 90))
    // 780 kbit/s for 90 ms are 5.8 full frames of 1514 bytes: 6 of the 60 are in the delay line.
    #expect(profile.downlink.queue == Queue(depth: .packets(54)))
    #expect(
      found.assumptions
        == [
          "eth0: htb.ceil: left out: a profile has no such key.",
          "eth0: class 1:12: left out: the default class 1:11 is taken.",
          "eth0: netem.loss: its correlation of 25 % is left out; bursts are said by a loss model.",
        ].sorted { a, b in found.assumptions.firstIndex(of: a) ?? 0 < found.assumptions.firstIndex(of: b) ?? 0 })
  }

  @Test("what a profile does not have is named with its value, each on its own")
  func leftOut() throws {
    let found = try imported(
      """
      tc qdisc add dev eth0 root netem delay 10ms 2ms 25% loss random 5% 25% ecn duplicate 1% 10% corrupt 1% 5% \
        reorder 2% 50% gap 3 slot 1ms 2ms packets 3 bytes 1500 rate 1mbit 20 5 2 seed 4
      """)
    #expect(
      Set(found.assumptions) == [
        "eth0: netem.loss: its correlation of 25 % is left out; bursts are said by a loss model.",
        "eth0: netem.duplicate: its correlation of 10 % is left out; each packet is on its own.",
        "eth0: netem.corrupt: its correlation of 5 % is left out; each packet is on its own.",
        "eth0: netem.reorder: its correlation of 50 % is left out; each packet is on its own.",
        "eth0: netem.slot: \"1ms 2ms packets 3 bytes 1500\" is left out; a profile has no slots.",
        "eth0: netem.rate: the overheads 20 5 2 behind it are left out.",
        "eth0: netem.seed: 4 is left out; a run is given its seed with --seed.",
        "eth0: netem.ecn: is left out; packets are lost here, not marked.",
        "file: eth0 conditions what it sends, the uplink, alone.",
      ])
    #expect(found.profiles.first?.uplink.loss == .independent(Self.chance(5)))
  }

  @Test("several interfaces are several profiles")
  func interfaces() throws {
    let found = try imported(
      "tc qdisc add dev eth0 root netem delay 1ms\ntc qdisc add dev eth1 root netem delay 2ms\n")
    #expect(found.profiles.map(\.name) == ["eth0", "eth1"])
    #expect(found.profiles.map(\.uplink.delay) == [.milliseconds(1), .milliseconds(2)])
  }

  @Test("every fault is told in one go, with its line and the nearest word")
  func allFaults() {
    #expect(
      faults(
        of: """
          # a comment
          tc qdisc add dev eth0 root netem dealy 100ms
          tc qdisc replace dev eth0 root netem loss 101% delay 1x
          tc qdisc replace dev eth0 root netm delay 1ms
          tc qdisc ad dev eth0 root netem
          tc qdisc add root netem
          netem gap 5
          """)
        == [
          "file.txt:2: netem.dealy: is not an option of netem; did you mean delay?",
          "file.txt:2: netem.100ms: is not an option of netem; allowed are limit, delay, latency, loss, drop, duplicate, "
            + "reorder, gap, corrupt, distribution, rate, slot, ecn, seed.",
          "file.txt:3: netem.loss: \"101%\" was read, where a chance from 0% to 100% is expected.",
          "file.txt:3: netem.delay: \"1x\" was read, where a time such as 100ms, at most 60 min, is expected.",
          "file.txt:4: tc qdisc: \"netm\" was read; did you mean netem?",
          "file.txt:5: tc qdisc: \"ad\" was read; did you mean add?",
          "file.txt:6: tc qdisc: names no device; \"dev eth0\" is expected.",
          "file.txt:7: netem.gap: gap says how often reorder may happen, and there is no reorder.",
          "file.txt:7: netem: arguments of netem alone stand beside commands; which are meant?",
        ])
  }

  @Test(
    "options may be cut short and counts have units, as tc takes them",
    arguments: [
      ("netem lim 1k", "netem limit 1024"), ("netem limit 0x10", "netem limit 16"),
      ("netem limit 1.5k delay 1ms", "netem limit 1536 delay 1ms"),
      ("netem del 5ms 1ms dis normal", "netem delay 5ms 1ms distribution normal"), ("netem la 5ms", "netem delay 5ms"),
      ("netem lo 1% dup 2% co 3%", "netem loss 1% duplicate 2% corrupt 3%"),
      ("netem delay 1ms reo 5% gap 0x5", "netem delay 1ms reorder 5% gap 5"), ("netem ra 5e3bit", "netem rate 5kbit"),
      ("netem slot 1ms 2ms dup 2%", "netem slot 1ms 2ms duplicate 2%"), ("netem loss 1e-3%", "netem loss 0.001%"),
      ("tbf rate 1mbit bu 5k lim 3k", "tbf rate 1mbit burst 5k limit 3k"),
      ("tbf rate .5mbit maxburst 5k/8 lat .5s", "tbf rate 500kbit burst 5k latency 500ms"),
    ])
  func short(text: String, long: String) throws {
    let command = "tc qdisc add dev eth0 root "
    #expect(try imported(command + text).profiles == imported(command + long).profiles)
  }

  @Test(
    "what tc itself refuses",
    arguments: [
      ("netem loss 1% loss 2%", "netem.loss"), ("netem loss 1% drop 2%", "netem.drop"),
      ("netem limit 1kbp", "netem.limit"),
      ("tc qdisc add dev eth0 root tbf rate 1mbit burst 5k limit 3k rate 2mbit", "tbf.rate"),
      ("tc qdisc add dev eth0 root tbf rate 0 burst 5k limit 3k", "tbf.rate"),
      ("tc qdisc add dev eth0 root tbf rate 1mbit burst 5k limit 3k peakrate 2mbit", "tbf.peakrate"),
      ("tc qdisc add dev eth0 root htb foo", "htb.foo"),
      ("netem reorder 10%", "netem.reorder"), ("netem delay 10ms distribution normal", "netem.distribution"),
      ("netem ecn", "netem.ecn"), ("netem delay", "netem.delay"),
      ("netem delay 10ms 1ms distribution odd", "netem.distribution"),
      ("netem delay -5ms", "netem.delay"), ("netem rate 10%", "netem.rate"), ("netem limit 0", "netem.limit"),
      ("tc qdisc add dev eth0 root tbf rate 1mbit burst 1k", "tbf.limit"),
      ("tc qdisc add dev eth0 root tbf rate 1mbit limit 1k", "tbf.burst"),
      ("tc qdisc add dev eth0 root tbf burst 1k limit 1k", "tbf.rate"),
      ("tc qdisc add dev eth0 root tbf rate 1mbit burst 1k limit 1k latency 1ms", "tbf.latency"),
    ])
  func refusals(text: String, key: String) {
    let faults = faults(of: text)
    #expect(faults.count == 1)
    #expect(faults.first?.hasPrefix("file.txt:1: \(key): ") == true, "\(faults)")
  }
}
