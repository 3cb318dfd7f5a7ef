internal import LinuxSystem
internal import Netlink
internal import Profiles
internal import Relay

/// Imposes conditions by netem on the egress of both link-side ends.
///
/// The road of a packet from the client: ingress of `X.c`, redirect, egress of `X.n` (uplink netem). A query to UDP port
/// 53 takes the pair `dns.a`–`dns.b` in between, whose netem holds it for the DNS delay. Back: ingress of `X.n`,
/// redirect, egress of `X.c` (downlink netem). Conditions for one family alone stand on pairs of their own in front of
/// the ends, which are open then: ``KernelPaths``.
actor KernelEngine: Engine {
  private let route: RouteSocket
  private let topology: LabTopology
  private var paths = KernelPaths(.any)
  private var ends: [KernelPaths.End: Int32]
  private var downlink: KernelLane
  private var uplink: KernelLane
  private var dns: KernelLane
  /// The lanes of one family alone; made when a profile first asks for them.
  private var familyLanes: (downlink: KernelLane, uplink: KernelLane)?
  private var generation = 0
  private let seed: UInt64
  /// What came into the link by each end before there was a way on.
  private var before: [KernelPaths.End: (packets: UInt64, bytes: UInt64)] = [:]

  /// Builds the redirects and the qdiscs in the `link` namespace, open at first.
  init(route: RouteSocket, topology: LabTopology, clientSide: Int32, networkSide: Int32, seed: UInt64) throws {
    self.route = route
    self.topology = topology
    self.seed = seed
    let open = KernelPlan(.unconditioned)
    let (near, far) = try Self.addPair((topology.dnsNear, topology.dnsFar), route)
    let ends: [KernelPaths.End: Int32] = [
      .clientSide: clientSide, .networkSide: networkSide, .dnsNear: near, .dnsFar: far,
    ]
    self.ends = ends
    for index in [clientSide, networkSide, far] {
      try route.addQdisc(.ingress, to: index, parent: .ingress, handle: .ingressHandle)
    }
    downlink = try KernelLane("downlink", on: clientSide, open.downlink, route)
    uplink = try KernelLane("uplink", on: networkSide, open.uplink, route)
    dns = try KernelLane("DNS delay", on: near, open.dns, route)
    for redirect in KernelPaths(.any).redirects { try Self.add(redirect, ends, route) }
    before = [
      .clientSide: try route.received(interface: clientSide) ?? (0, 0),
      .networkSide: try route.received(interface: networkSide) ?? (0, 0),
    ]
  }

  func apply(_ profile: Profile) throws -> Int64 {
    if let obstacle = EngineDecision.obstacle([profile]) {
      throw LabError(
        .missingPiece, "apply profile '\(profile.name)'", because: obstacle,
        advice: "The userspace engine can do it: '--engine userspace', or name the profile when the lab is made.")
    }
    for lane in [downlink, uplink, dns] { try lane.check(route) }
    // The kernel's generator begins anew with each change: so that not each has the same beginning, it is another one's.
    let next = KernelPlan(profile, seed: SeededMix.of(seed, UInt64(generation)))
    if next.family != .any, familyLanes == nil { familyLanes = try makeFamilyLanes() }
    let before: Lanes = (downlink, uplink, dns, familyLanes)
    generation += 1
    do {
      try tell(next)
      try take(KernelPaths(next.family))
    } catch {
      try restore(before, after: error)
      throw error
    }
    let applied = MonotonicClock.now()
    narrowLater(before, next)
    return applied
  }

  func counters() throws -> LinkCounters {
    LinkCounters(
      downlink: try counters([downlink] + (familyLanes.map { [$0.downlink] } ?? []), from: .networkSide),
      uplink: try counters([uplink] + (familyLanes.map { [$0.uplink] } ?? []), from: .clientSide))
  }

  /// Nothing to end: the qdiscs go with their namespace.
  nonisolated func stop() {}

  private typealias Lanes = (
    downlink: KernelLane, uplink: KernelLane, dns: KernelLane, family: (downlink: KernelLane, uplink: KernelLane)?
  )

  /// Sends a plan to the lanes that it is for; the others are opened.
  private func tell(_ plan: KernelPlan) throws {
    let isWhole = plan.family == .any
    try downlink.change(to: isWhole ? plan.downlink : KernelPlan.open, route)
    try uplink.change(to: isWhole ? plan.uplink : KernelPlan.open, route)
    try dns.change(to: plan.dns, route)
    try familyLanes?.downlink.change(to: isWhole ? KernelPlan.open : plan.downlink, route)
    try familyLanes?.uplink.change(to: isWhole ? KernelPlan.open : plan.uplink, route)
  }

  private func take(_ next: KernelPaths) throws {
    for redirect in next.redirects.subtracting(paths.redirects) { try Self.add(redirect, ends, route) }
    for redirect in paths.redirects.subtracting(next.redirects) {
      guard let from = ends[redirect.from] else { continue }
      try route.removeFilters(interface: from, priority: redirect.priority)
    }
    paths = next
  }

  /// Gives every lane back what it held; what the kernel refuses now is said with what it refused first.
  private func restore(_ before: Lanes, after error: any Error) throws {
    do {
      var lanes = [before.downlink, before.uplink, before.dns]
      if let family = before.family { lanes += [family.downlink, family.uplink] }
      for lane in lanes { try lane.restore(lane.held, route) }
      (downlink, uplink, dns, familyLanes) = before
    } catch let second {
      throw LabError(
        .failed, "give the link its old conditions back after a change was refused",
        because: "the change: \(error) The old ones: \(second)",
        advice: "End this lab: its conditions are half changed.")
    }
  }

  private func makeFamilyLanes() throws -> (downlink: KernelLane, uplink: KernelLane) {
    let down = try Self.addPair(topology.downlinkPair, route)
    let up = try Self.addPair(topology.uplinkPair, route)
    for far in [down.far, up.far] {
      try route.addQdisc(.ingress, to: far, parent: .ingress, handle: .ingressHandle)
    }
    ends.merge([
      .downlinkNear: down.near, .downlinkFar: down.far, .uplinkNear: up.near, .uplinkFar: up.far,
    ]) { $1 }
    return (
      try KernelLane("downlink of one family", on: down.near, KernelPlan.open, route),
      try KernelLane("uplink of one family", on: up.near, KernelPlan.open, route)
    )
  }

  private func narrowLater(_ before: Lanes, _ plan: KernelPlan) {
    var lines = [before.downlink.held, before.uplink.held, before.dns.held]
    if let family = before.family { lines += [family.downlink.held, family.uplink.held] }
    let longest = lines.map(KernelPlan.drainTime).max() ?? 0
    // Not held: the socket would keep a lab's namespace until a slow line has drained.
    Task { [weak self, generation] in
      try await Task.sleep(for: .nanoseconds(longest))
      try await self?.narrow(plan, generation: generation)
    }
  }

  private func narrow(_ plan: KernelPlan, generation: Int) throws {
    guard generation == self.generation else { return }
    let open = KernelPlan.open.limitPackets
    let isWhole = plan.family == .any
    try downlink.narrow(to: isWhole ? plan.downlink.limitPackets : open, route)
    try uplink.narrow(to: isWhole ? plan.uplink.limitPackets : open, route)
    try dns.narrow(to: plan.dns.limitPackets, route)
    try familyLanes?.downlink.narrow(to: isWhole ? open : plan.downlink.limitPackets, route)
    try familyLanes?.uplink.narrow(to: isWhole ? open : plan.uplink.limitPackets, route)
  }

  private static func addPair(_ names: (String, String), _ route: RouteSocket) throws -> (near: Int32, far: Int32) {
    try route.addVethPair(VethEnd(name: names.0), VethEnd(name: names.1))
    guard let near = try route.link(named: names.0), let far = try route.link(named: names.1) else {
      throw LabError(.failed, "make the pair \(names.0) in the link namespace", because: "it is not listed.")
    }
    try route.setLink(near.index, up: true)
    try route.setLink(far.index, up: true)
    return (near.index, far.index)
  }

  private static func add(
    _ redirect: KernelPaths.Redirect, _ ends: [KernelPaths.End: Int32], _ route: RouteSocket
  ) throws {
    guard let from = ends[redirect.from], let to = ends[redirect.to] else {
      throw LabError(.failed, "redirect packets in the link namespace", because: "an end of the road is not there.")
    }
    try route.addRedirect(from: from, to: to, match: redirect.match, priority: redirect.priority)
  }

  /// What crossed the lanes of one direction. One family's packets cross two, of which the second is the whole direction's.
  ///
  /// - Parameter end: Where they come into the link: netem counts neither what it was offered nor the bytes that it drops.
  private func counters(_ lanes: [KernelLane], from end: KernelPaths.End) throws -> LinkCounters.Lane {
    var held = try lanes.map { KernelCount(try $0.statistics(route), try $0.drops(route)) }
    // After the lanes: what came meanwhile is not taken for a second packet.
    let (packets, bytes) = try ends[end].flatMap { try route.received(interface: $0) } ?? (0, 0)
    guard let first = held.first else { return LinkCounters.Lane() }
    held.removeFirst()
    let earlier = before[end] ?? (0, 0)
    return held.reduce(first) { $0.together(with: $1) }.lane(
      offered: (packets - min(earlier.packets, packets), bytes - min(earlier.bytes, bytes)))
  }
}
