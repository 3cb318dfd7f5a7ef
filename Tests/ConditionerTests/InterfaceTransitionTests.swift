import Netlink
import Profiles
import Testing

@testable import Conditioner

@Suite("The way from an interface's conditions to the next ones")
struct InterfaceTransitionTests {
  private static let fast = Qdisc.netem(Netem(LinkConditions(rate: .megabits(2))))
  private static let slow = Qdisc.netem(Netem(LinkConditions(rate: .kilobits(100), delay: .seconds(1))))
  private static let held = Qdisc.netem(Netem(LinkConditions(delay: .seconds(3))))
  private static let offloads = InterfaceStep.offloads(["tx-gso"])
  private static let hook = InterfaceStep.hook(.clsact)
  private static let redirect = InterfaceStep.redirect(.ingress, .downlink, .all, priority: InterfaceStep.priority)
  private static let queries = InterfaceStep.redirect(
    .egress, .queries, .udpDestinationPort(53, .ipv4), priority: InterfaceStep.priority - 2)

  private static func both(_ qdisc: Qdisc) -> [InterfaceStep] {
    [offloads, .detour(.downlink, qdisc), hook, redirect, .root(qdisc)]
  }

  @Test("other settings are changed in place, the same ones left alone")
  func inPlace() {
    #expect(
      InterfaceTransition(from: Self.both(Self.fast), to: Self.both(Self.slow))?.moves == [
        .change(.detour(.downlink, Self.slow), from: .detour(.downlink, Self.fast)),
        .change(.root(Self.slow), from: .root(Self.fast)),
      ])
    #expect(InterfaceTransition(from: Self.both(Self.fast), to: Self.both(Self.fast))?.moves == [])
  }

  @Test("a direction that gets conditions is added before others change; one that loses them is emptied first")
  func oneMore() throws {
    let one: [InterfaceStep] = [Self.offloads, .root(Self.fast)]
    #expect(
      InterfaceTransition(from: one, to: Self.both(Self.slow))?.moves == [
        .add(.detour(.downlink, Self.slow)), .add(Self.hook), .add(Self.redirect),
        .change(.root(Self.slow), from: .root(Self.fast)),
      ])
    let back = try #require(InterfaceTransition(from: Self.both(Self.slow), to: one))
    #expect(
      back.moves == [
        .change(.root(Self.fast), from: .root(Self.slow)), .empty(.detour(.downlink, Self.slow)),
        .remove(Self.redirect),
        .remove(Self.hook), .remove(.detour(.downlink, Self.slow)),
      ])
    #expect(back.removed == [Self.redirect, Self.hook, .detour(.downlink, Self.slow)])
  }

  @Test("a DNS delay comes and goes while the uplink stays")
  func queries() {
    let plain: [InterfaceStep] = [
      Self.offloads, .detour(.downlink, Self.fast), Self.hook, Self.redirect, .root(Self.fast),
    ]
    let delayed: [InterfaceStep] = [
      Self.offloads, .detour(.downlink, Self.fast), .detour(.queries, Self.held), Self.hook, Self.redirect,
      Self.queries,
      .root(Self.fast),
    ]
    #expect(
      InterfaceTransition(from: plain, to: delayed)?.moves == [
        .add(.detour(.queries, Self.held)), .add(Self.queries),
      ])
    #expect(
      InterfaceTransition(from: delayed, to: plain)?.moves == [
        .empty(.detour(.queries, Self.held)), .remove(Self.queries), .remove(.detour(.queries, Self.held)),
      ])
  }

  @Test("another kind of qdisc, another match of a filter, another way out: all anew")
  func anew() {
    let family = InterfaceStep.redirect(.ingress, .downlink, .family(.ipv4), priority: InterfaceStep.priority)
    let detour = InterfaceStep.redirect(.egress, .uplink, .family(.ipv4), priority: InterfaceStep.priority)
    for (old, new) in [
      ([InterfaceStep.root(Self.fast)], [InterfaceStep.root(.blackhole)]),
      ([Self.redirect], [family]), ([.hook(.ingress)], [Self.hook]),
      ([.root(Self.fast)], [.detour(.uplink, Self.fast), Self.hook, detour]),
    ] as [([InterfaceStep], [InterfaceStep])] {
      #expect(InterfaceTransition(from: old, to: new) == nil)
      #expect(InterfaceTransition(from: new, to: old) == nil)
    }
  }

  @Test("nothing of a kind that is not netem is emptied: it has no words for it")
  func notEmptied() {
    #expect(InterfaceTransition(from: [.root(.blackhole)], to: [])?.moves == [.remove(.root(.blackhole))])
  }

  @Test("what was made is taken back, the last first")
  func inverse() throws {
    let way = try #require(InterfaceTransition(from: Self.both(Self.slow), to: [Self.offloads, .root(Self.fast)]))
    let open = InterfaceStep.detour(.downlink, .netem(KernelPlan.open))
    #expect(
      InterfaceTransition.inverse(of: Array(way.moves.prefix(3))) == [
        .add(Self.redirect), .change(.detour(.downlink, Self.slow), from: open),
        .change(.root(Self.slow), from: .root(Self.fast)),
      ])
  }

  @Test("in the words of tc and ip")
  func words() throws {
    let way = try #require(InterfaceTransition(from: Self.both(Self.slow), to: [Self.offloads, .root(Self.fast)]))
    #expect(
      way.commands("eth0", index: 7, replacing: false, hasIPv6: true) == [
        "tc qdisc change dev eth0 root handle 4c43: netem limit 50 rate 2000000bit",
        "tc qdisc change dev lcd7 root handle 4c43: netem limit 100000 rate 40000000000bit",
        "tc filter del dev eth0 ingress protocol all prio 19523", "tc qdisc del dev eth0 clsact",
        "ip link del dev lcd7",
      ])
  }
}
