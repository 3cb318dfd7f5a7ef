import TestSupport
import Testing

@testable import Netlink

/// What the kernel holds after each request, by the own parser and by tc.
@Suite("netem as the kernel holds it", .needsNetem)
struct QdiscNetemTests {
  private static let handle = TrafficHandle(0x4c43)

  /// Every attribute away from its default.
  private static let full: Netem = {
    var netem = Netem()
    netem.delayNanoseconds = 100_000_064
    netem.jitterNanoseconds = 10_000_001
    netem.delayCorrelation = 0x4000_0000
    netem.lossFraction = 0x028f_5c29
    netem.lossCorrelation = 0x4000_0000
    netem.duplicateFraction = 0x051e_b852
    netem.duplicateCorrelation = 0x4000_0000
    netem.reorderFraction = 0x4000_0000
    netem.reorderCorrelation = 0x8000_0000
    netem.gap = 5
    netem.corruptFraction = 0x0028_f5c3
    netem.corruptCorrelation = 0x4000_0000
    netem.limitPackets = 321
    netem.rateBytesPerSecond = 97_500
    netem.marksCongestion = true
    return netem
  }()

  private func bench(_ netem: Netem) throws -> VethBench {
    let bench = try VethBench()
    try bench.route.addQdisc(.netem(netem), to: bench.a, parent: .root, handle: Self.handle)
    return bench
  }

  private func change(_ bench: VethBench, to netem: Netem) throws {
    try bench.route.changeQdisc(.netem(netem), to: bench.a, parent: .root, handle: Self.handle)
  }

  @Test("every attribute comes back exactly")
  func everyAttribute() throws {
    let bench = try bench(Self.full)
    let facts = try bench.qdisc()
    #expect(facts.configuration == .netem(Self.full))
    #expect(facts.handle == Self.handle && facts.parent == .root)

    let options = try bench.json("tc", "-j", "qdisc", "show", "dev", "a")[0]["options"]
    func near(_ number: Double?, _ expected: Double) -> Bool { number.map { abs($0 - expected) < 1e-6 } ?? false }
    #expect(options["limit"].integer == 321)
    #expect(near(options["delay"]["delay"].number, 0.100_000))
    #expect(near(options["delay"]["jitter"].number, 0.010_000))
    #expect(near(options["delay"]["correlation"].number, 0.25))
    #expect(near(options["loss-random"]["loss"].number, 0.01))
    #expect(near(options["loss-random"]["correlation"].number, 0.25))
    #expect(near(options["duplicate"]["duplicate"].number, 0.02))
    #expect(near(options["reorder"]["reorder"].number, 0.25))
    #expect(near(options["reorder"]["correlation"].number, 0.5))
    #expect(near(options["corrupt"]["corrupt"].number, 0.000_625))
    #expect(options["rate"]["rate"].integer == 97_500)
    #expect(options["ecn"].flag == true)
    #expect(options["gap"].integer == 5)
  }

  @Test("a change back to nothing leaves nothing behind")
  func changeClears() throws {
    let bench = try bench(Self.full)
    try change(bench, to: Netem())
    #expect(try bench.qdisc().configuration == .netem(Netem()))
    let text = try bench.shell("tc", "qdisc", "show", "dev", "a")
    for word in ["delay", "loss", "duplicate", "reorder", "corrupt", "ecn", "gap"] {
      #expect(!text.contains(word), "\(word) survived: \(text)")
    }
    #expect(text.contains("limit 1000") && text.contains("rate 40Gbit"))
  }

  @Test("each attribute alone is changed and changed back", arguments: ReadingTests.netems)
  func alone(netem: Netem) throws {
    let bench = try bench(Netem())
    try change(bench, to: netem)
    guard case .netem(let held)? = try bench.qdisc(withSeed: true).configuration else {
      Issue.record("there is no netem")
      return
    }
    #expect(netem.differences(inHeld: held) == [])
    try change(bench, to: Netem())
    #expect(try bench.qdisc().configuration == .netem(Netem()))
  }

  @Test("a jitter beyond 2.147 s is cut by the kernel, and the read-back shows it")
  func jitterCap() throws {
    var netem = Netem()
    netem.jitterNanoseconds = 3_000_000_000
    let bench = try bench(netem)
    netem.jitterNanoseconds = Int64(Int32.max)
    #expect(try bench.qdisc().configuration == .netem(netem))
  }

  @Test("bursts of loss are held, and random loss takes their place again")
  func burstLoss() throws {
    var netem = Netem()
    netem.burstLoss = GilbertElliott(
      becomesBad: 0x028f_5c29, becomesGood: 0x1999_999a, passesInBad: 0x4ccc_cccd, lostInGood: 0x0041_8937)
    let bench = try bench(netem)
    #expect(try bench.qdisc().configuration == .netem(netem))
    // tc's own case: `gemodel 1% 10% 70% 0.1%`.
    #expect(try bench.shell("tc", "qdisc", "show", "dev", "a").contains("loss gemodel p 1% r 10% 1-h 70% 1-k 0.1%"))
    var random = Netem()
    random.lossFraction = 0x028f_5c29
    try change(bench, to: random)
    #expect(try bench.qdisc().configuration == .netem(random))
    #expect(try bench.shell("tc", "qdisc", "show", "dev", "a").contains("loss 1%"))
  }

  @Test("a refused change has been half applied, and the old attributes sent again put it right")
  func refusedChange() throws {
    var old = Netem()
    old.delayNanoseconds = 20_000_000
    let bench = try bench(old)
    try bench.route.addQdisc(
      .netem(Netem()), to: bench.a, parent: TrafficHandle(Self.handle.major, 1), handle: TrafficHandle(2))
    var new = Netem()
    new.delayNanoseconds = 50_000_000
    new.duplicateFraction = 0x8000_0000
    let error = #expect(throws: NetlinkError.self) { try change(bench, to: new) }
    #expect(error?.code == .invalid)
    #expect(
      error?.kernelMessage?.contains("duplicating netems") == true, "the kernel says why: \(error?.description ?? "")")
    guard case .netem(let held)? = try bench.qdisc().configuration else {
      Issue.record("the netem is gone")
      return
    }
    #expect(held != old, "this kernel applies before it refuses; if that has changed, so may the engine")
    #expect(held.delayNanoseconds == new.delayNanoseconds)

    try change(bench, to: old)
    #expect(try bench.qdisc().configuration == .netem(old))
  }

  @Test("a second netem below one that duplicates is refused, from tc's own case cafe")
  func secondNetem() throws {
    var netem = Netem()
    netem.duplicateFraction = .max
    let bench = try bench(netem)
    let error = #expect(throws: NetlinkError.self) {
      try bench.route.addQdisc(
        .netem(netem), to: bench.a, parent: TrafficHandle(Self.handle.major, 1), handle: TrafficHandle(2))
    }
    #expect(error?.code == .invalid)
    #expect(try bench.route.qdiscs(interface: bench.a).count == 1)
  }

  /// From tc's own cases, by their names there: settings and what tc shows for them.
  static let cases: [(name: String, netem: Netem, words: String)] = {
    func netem(_ fill: (inout Netem) -> Void) -> Netem {
      var netem = Netem()
      fill(&netem)
      return netem
    }
    return [
      ("a089", netem { $0.limitPackets = 200 }, "limit 200"),
      ("3449", netem { $0.delayNanoseconds = 100_000_000 }, "delay 100ms"),
      (
        "ba29", netem { $0.burstLoss = GilbertElliott(becomesBad: 0x028f_5c29, becomesGood: .max - 0x028f_5c29) },
        "loss gemodel p 1%"
      ),
      (
        "0492",
        netem {
          $0.delayNanoseconds = 100_000_000
          $0.jitterNanoseconds = 10_000_000
          $0.reorderFraction = 0x051e_b852
          $0.gap = 100
        }, "delay 100ms  10ms reorder 2%"
      ),
      ("7862", netem { $0.rateBytesPerSecond = 2500 }, "rate 20Kbit"),
      (
        "2b82 without its table",
        netem {
          $0.delayNanoseconds = 100_000_000
          $0.jitterNanoseconds = 10_000_000
          $0.duplicateFraction = 0x028f_5c29
        }, "delay 100ms  10ms duplicate 1%"
      ),
    ]
  }()

  @Test("tc shows what its own cases say", arguments: cases.indices)
  func tcCases(index: Int) throws {
    let known = Self.cases[index]
    let bench = try bench(known.netem)
    let text = try bench.shell("tc", "qdisc", "show", "dev", "a")
    #expect(text.contains(known.words), "case \(known.name): \(text)")
  }

  @Test("from tc's own cases 5029 and 4502: a change shows, a removal leaves nothing")
  func changeAndRemove() throws {
    let bench = try bench(Self.full)
    var netem = Self.full
    netem.lossFraction = 0x051e_b852
    try change(bench, to: netem)
    #expect(try bench.shell("tc", "qdisc", "show", "dev", "a").contains("loss 2%"))
    try bench.route.removeQdisc(interface: bench.a, parent: .root)
    #expect(try !bench.shell("tc", "qdisc", "show", "dev", "a").contains("netem"))
  }
}
