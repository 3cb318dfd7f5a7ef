internal import Netlink

/// A netem of the kernel engine: what it was told, told anew, and read back.
///
/// Not a value of its own right: its owner keeps it on one actor.
struct KernelLane: Sendable {
  /// The interface whose root qdisc it is.
  let interface: Int32
  /// What it is for, such as `uplink`.
  let name: String
  /// What the kernel was told last and showed when read back.
  private(set) var held: Netem
  private var account = DropAccount()

  /// Puts a netem on an interface without one, and reads it back.
  init(_ name: String, on interface: Int32, _ netem: Netem, _ route: RouteSocket) throws {
    self.name = name
    self.interface = interface
    held = netem
    try route.addQdisc(.netem(netem), to: interface, parent: .root, handle: KernelPlan.handle)
    try verify(netem, route)
  }

  /// Sends every attribute and reads them back.
  ///
  /// The larger of both limits holds, since a smaller one would drop what is still in the delay line: ``narrow(to:_:)``.
  ///
  /// - Throws: ``LabError`` or `NetlinkError`; the old attributes were then sent again, as the kernel has already applied
  ///   half of a change that it refuses.
  mutating func change(to netem: Netem, _ route: RouteSocket) throws {
    account.take(try statistics(route).drops, under: held)
    var widened = netem
    widened.limitPackets = max(held.limitPackets, netem.limitPackets)
    do {
      try send(widened, route)
    } catch {
      try restore(after: error, route)
      throw error
    }
    held = widened
  }

  /// Sends the last attributes again, as after a change of another lane was refused.
  func restore(_ old: Netem, _ route: RouteSocket) throws { try send(old, route) }

  /// Takes the limit down to the one asked for, once the old delay line has drained.
  mutating func narrow(to limit: UInt32, _ route: RouteSocket) throws {
    guard held.limitPackets != limit else { return }
    var narrowed = held
    // No table: the kernel keeps the one it has, and a new one would be a new generator's state.
    narrowed.distribution = nil
    narrowed.limitPackets = limit
    try send(narrowed, route)
    held.limitPackets = limit
  }

  /// Fails if the kernel no longer holds what it was told: someone else changed it.
  func check(_ route: RouteSocket) throws { try verify(held, route) }

  /// Whose its drops were until now.
  func drops(_ route: RouteSocket) throws -> DropAccount {
    var account = account
    account.take(try statistics(route).drops, under: held)
    return account
  }

  /// What went through it.
  func statistics(_ route: RouteSocket) throws -> QdiscFacts.Statistics { try qdisc(route).statistics }

  private func send(_ netem: Netem, _ route: RouteSocket) throws {
    do {
      try route.changeQdisc(.netem(netem), to: interface, parent: .root, handle: KernelPlan.handle)
    } catch {
      guard error.code == .invalid, netem.duplicateFraction > 0 else { throw error }
      throw LabError(
        .missingPiece, "duplicate packets of the \(name)", because: "\(error).",
        advice: "Kernels from the summer of 2025 on refuse this where another netem is in the same tree of qdiscs; "
          + "the userspace engine can do it ('--engine userspace').")
    }
    try verify(netem, route)
  }

  private func restore(after error: any Error, _ route: RouteSocket) throws {
    do {
      try send(held, route)
    } catch let second {
      throw LabError(
        .failed, "give the \(name) its old conditions back after a change was refused",
        because: "the change: \(error) The old ones: \(second)",
        advice: "End this lab: its conditions are half changed.")
    }
  }

  private func verify(_ netem: Netem, _ route: RouteSocket) throws {
    let facts = try qdisc(route)
    guard case .netem(let got)? = facts.configuration else {
      throw LabError(
        .failed, "read back the netem qdisc of the \(name)", because: "there is a \(facts.kind) qdisc in its place.")
    }
    let differences =
      netem.differences(inHeld: got).map(\.description) + facts.otherSettings.map { "\($0): not asked for" }
    guard differences.isEmpty else {
      throw LabError(
        .failed, "condition the \(name)",
        because: "the kernel holds other settings than asked: "
          + differences.joined(separator: "; ") + ".")
    }
  }

  private func qdisc(_ route: RouteSocket) throws -> QdiscFacts {
    guard let facts = try route.ownQdisc(interface) else {
      throw LabError(
        .failed, "read the qdisc of the \(name)", because: "it is gone from interface \(interface); someone removed it."
      )
    }
    return facts
  }
}
