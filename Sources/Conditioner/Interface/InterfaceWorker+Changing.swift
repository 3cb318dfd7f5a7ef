internal import LinuxSystem
internal import Netlink

extension InterfaceWorker {
  /// What still waits under earlier conditions.
  struct Drain: Hashable, Sendable {
    let interface: Int32
    /// The step as it holds now.
    let held: InterfaceStep
    /// When the last of it has left, in nanoseconds of CLOCK_MONOTONIC.
    let until: Int64
    /// What is told then, with the smaller limit; nil for nothing.
    let narrow: Netem?
  }

  /// The longest that ``settle(_:)`` waits: whoever applies conditions waits for it.
  private static let patience: Int64 = 5_000_000_000

  /// Makes a move and reads back what the kernel made of it.
  ///
  /// - Parameter isBack: Whether it leads back from a move that may not have been made.
  /// - Returns: what has to drain before the next one may be removed; nil if nothing has to.
  func make(_ move: InterfaceTransition.Move, former: FormerQdisc?, isBack: Bool = false) throws -> Drain? {
    switch move {
    case .add(let step):
      if isBack, try differences(step).isEmpty { return nil }
      try perform(step, replacing: former)
      try verify(step)
      return nil
    case .change(.offloads(let names), .offloads(let old)):
      try InterfaceFeatures.set(
        device,
        Dictionary(old.map { ($0, true) } + names.map { ($0, false) }) { _, last in last })
      return nil
    case .change(let step, let old): return try change(step, from: old)
    case .empty(let step):
      guard let (interface, _) = try qdisc(of: step) else { return nil }
      let until = try drained(interface, step.queue)
      let open = KernelPlan.open
      try tell(.netem(open), interface)
      return Drain(interface: interface, held: step, until: until, narrow: nil)
    case .remove(let step):
      _ = try undo([step], giveBack: former)
      return nil
    }
  }

  /// Changes the qdisc of a step in place, so that what is in it keeps its time, and reads it back. The larger limit holds
  /// until the old line has drained.
  private func change(_ step: InterfaceStep, from old: InterfaceStep) throws -> Drain? {
    guard let (interface, qdisc) = try qdisc(of: step) else { return nil }
    guard case .netem(let netem) = qdisc, case .netem(let former) = old.queue, former.limitPackets > netem.limitPackets
    else {
      try tell(qdisc, interface)
      return nil
    }
    let until = try drained(interface, old.queue)
    var wide = netem
    wide.limitPackets = former.limitPackets
    try tell(.netem(wide), interface)
    var narrow = netem
    // The table is there already, and sending it again would change nothing.
    narrow.distribution = nil
    return Drain(interface: interface, held: step.with(.netem(wide)), until: until, narrow: narrow)
  }

  /// Waits until all has drained, or for 5 s, and gives the smaller limits.
  ///
  /// - Returns: those that had not drained by then, as they hold.
  func settle(_ drains: [Drain]) throws -> [InterfaceStep] {
    let deadline = MonotonicClock.now() + Self.patience
    var kept: [InterfaceStep] = []
    for drain in drains {
      while try backlog(drain.interface) > 0, MonotonicClock.now() < min(drain.until, deadline) {
        Wait.sleep(nanoseconds: 5_000_000)
      }
      guard try backlog(drain.interface) == 0 || MonotonicClock.now() >= drain.until else {
        kept.append(drain.held)
        continue
      }
      if let narrow = drain.narrow { try tell(.netem(narrow), drain.interface) }
    }
    return kept
  }

  /// When what waits in a qdisc now has left.
  private func drained(_ interface: Int32, _ qdisc: Qdisc?) throws -> Int64 {
    guard case .netem(let netem) = qdisc else { return MonotonicClock.now() }
    let waiting = UInt64(try route.ownQdisc(interface)?.statistics.backlogBytes ?? 0)
    return MonotonicClock.now() + KernelPlan.drainTime(of: netem, holding: waiting)
  }

  private func backlog(_ interface: Int32) throws -> UInt32 {
    try route.ownQdisc(interface)?.statistics.backlogPackets ?? 0
  }
}
