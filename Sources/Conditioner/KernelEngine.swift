internal import LinuxSystem
internal import Netlink
internal import Profiles

/// Imposes conditions by netem on the egress of both link-side ends.
///
/// The road of a packet from the client: ingress of `X.c`, redirect, egress of `X.n` (uplink netem). A query to UDP port
/// 53 takes the pair `dns.a`–`dns.b` in between, whose netem holds it for the DNS delay. Back: ingress of `X.n`,
/// redirect, egress of `X.c` (downlink netem).
actor KernelEngine: Engine {
  private let route: RouteSocket
  private let clientSide: Int32
  private let networkSide: Int32
  private let dnsNear: Int32
  private var current: KernelPlan
  private var generation = 0

  /// Builds the redirects and the qdiscs in the `link` namespace, open at first.
  init(route: RouteSocket, topology: LabTopology, clientSide: Int32, networkSide: Int32) throws {
    self.route = route
    self.clientSide = clientSide
    self.networkSide = networkSide
    current = KernelPlan(.unconditioned)

    try route.addVethPair(VethEnd(name: topology.dnsNear), VethEnd(name: topology.dnsFar))
    guard let near = try route.link(named: topology.dnsNear), let far = try route.link(named: topology.dnsFar) else {
      throw LabError(
        .failed, "make the DNS delay's pair in the link namespace", because: "the new links are not listed.")
    }
    dnsNear = near.index
    try route.setLink(near.index, up: true)
    try route.setLink(far.index, up: true)

    for index in [clientSide, networkSide, far.index] {
      try route.addQdisc(.ingress, to: index, parent: .ingress, handle: .ingressHandle)
    }
    for (index, netem) in [(clientSide, current.downlink), (networkSide, current.uplink), (near.index, current.dns)] {
      try route.addQdisc(.netem(netem), to: index, parent: .root, handle: KernelPlan.handle)
    }
    try route.addRedirect(
      from: clientSide, to: near.index, match: .udpDestinationPort(53, .ipv4), priority: 1)
    try route.addRedirect(
      from: clientSide, to: near.index, match: .udpDestinationPort(53, .ipv6), priority: 2)
    try route.addRedirect(from: clientSide, to: networkSide, match: .all, priority: 3)
    try route.addRedirect(from: far.index, to: networkSide, match: .all, priority: 1)
    try route.addRedirect(from: networkSide, to: clientSide, match: .all, priority: 1)
  }

  func apply(_ profile: Profile) throws -> Int64 {
    let next = KernelPlan(profile)
    generation += 1
    let lanes = lanes(from: current, to: next)
    do {
      for lane in lanes { try change(lane.interface, to: lane.widened) }
    } catch {
      // A refused change has already been half applied by the kernel: send the old attributes again.
      for lane in lanes { try change(lane.interface, to: lane.old) }
      throw error
    }
    let applied = MonotonicClock.now()
    current = next
    narrowLater(lanes, generation: generation)
    return applied
  }

  nonisolated func counters() throws -> LinkCounters {
    LinkCounters(downlink: try lane(clientSide), uplink: try lane(networkSide))
  }

  /// Nothing to end: the qdiscs go with their namespace.
  nonisolated func stop() {}

  private struct LaneChange {
    let interface: Int32
    let old: Netem
    let new: Netem
    /// The new attributes with the larger of both limits: a smaller one would drop what is still in the delay line.
    var widened: Netem {
      var netem = new
      netem.limitPackets = max(old.limitPackets, new.limitPackets)
      return netem
    }
  }

  private func lanes(from old: KernelPlan, to new: KernelPlan) -> [LaneChange] {
    [
      LaneChange(interface: clientSide, old: old.downlink, new: new.downlink),
      LaneChange(interface: networkSide, old: old.uplink, new: new.uplink),
      LaneChange(interface: dnsNear, old: old.dns, new: new.dns),
    ]
  }

  /// Sends the attributes and reads them back; the kernel's dump must say the same.
  private func change(_ interface: Int32, to netem: Netem) throws {
    try route.changeQdisc(.netem(netem), to: interface, parent: .root, handle: KernelPlan.handle)
    let held = try route.qdiscs(interface: interface).first { $0.handle == KernelPlan.handle }?.configuration
    guard case .netem(let got)? = held, got == netem else {
      throw LabError(
        .failed, "change the netem qdisc on interface \(interface)",
        because: "the kernel holds \(held.map { "\($0)" } ?? "none"), not \(netem).")
    }
  }

  private func narrowLater(_ lanes: [LaneChange], generation: Int) {
    let pending = lanes.filter { $0.widened.limitPackets != $0.new.limitPackets }
    guard let longest = pending.map({ KernelPlan.drainTime(of: $0.old) }).max() else { return }
    Task {
      try await Task.sleep(for: .nanoseconds(longest))
      try self.narrow(pending, generation: generation)
    }
  }

  private func narrow(_ lanes: [LaneChange], generation: Int) throws {
    guard generation == self.generation else { return }
    for lane in lanes { try change(lane.interface, to: lane.new) }
  }

  private nonisolated func lane(_ interface: Int32) throws -> LinkCounters.Lane {
    guard let qdisc = try route.qdiscs(interface: interface).first(where: { $0.handle == KernelPlan.handle }) else {
      throw LabError(
        .failed, "read the counters of interface \(interface)", because: "its qdisc is gone; someone removed it.")
    }
    var lane = LinkCounters.Lane()
    lane.deliveredPackets = UInt64(qdisc.statistics.packets)
    lane.deliveredBytes = qdisc.statistics.bytes
    lane.droppedByQueue = UInt64(qdisc.statistics.drops)
    lane.offeredPackets = lane.deliveredPackets + lane.droppedByQueue
    lane.offeredBytes = lane.deliveredBytes
    return lane
  }
}
