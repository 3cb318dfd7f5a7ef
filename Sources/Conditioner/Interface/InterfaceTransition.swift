internal import Netlink

/// How an interface gets from the conditions that it has to those that it is to have: what is in both is changed in place,
/// so that nothing that waits in it is lost and nothing passes without conditions meanwhile.
struct InterfaceTransition: Hashable, Sendable {
  /// One thing on the way.
  enum Move: Hashable, Sendable {
    /// Does a step that was not there.
    case add(InterfaceStep)
    /// Changes what is there.
    case change(InterfaceStep, from: InterfaceStep)
    /// Opens a netem that is going to be removed, for what waits in it to leave in its order.
    case empty(InterfaceStep)
    /// Takes back a step that is not wanted any more.
    case remove(InterfaceStep)

    /// Whether a kernel that refused it did nothing at all, and what stands there is someone else's.
    var isAllOrNothing: Bool { if case .add(let step) = self { step.isAllOrNothing } else { false } }
  }

  /// In this order: what is added, with a root qdisc last; what is changed and emptied; what is removed.
  let moves: [Move]

  /// nil where there is no such way, and all is taken away and done anew.
  init?(from old: [InterfaceStep], to new: [InterfaceStep]) {
    // What goes out takes the root or a detour: there is no moment at which it could take the other.
    guard !Self.hasUplink(old) || !Self.hasUplink(new) || Self.takesDetour(old) == Self.takesDetour(new) else {
      return nil
    }
    var added: [Move] = []
    var changed: [Move] = []
    for step in new {
      guard let former = old.first(where: { step.hasPlace(of: $0) }) else {
        added.append(.add(step))
        continue
      }
      if former == step { continue }
      if case .offloads = step {
        added.append(.change(step, from: former))
      } else if step.hasShape(of: former) {
        changed.append(.change(step, from: former))
      } else {
        return nil
      }
    }
    let removed = old.filter { step in !new.contains { step.hasPlace(of: $0) } }
    let emptied = removed.filter { if case .netem = $0.queue { true } else { false } }
    moves = added + changed + emptied.map { .empty($0) } + removed.reversed().map { .remove($0) }
  }

  /// The steps that it takes away.
  var removed: [InterfaceStep] { moves.compactMap { if case .remove(let step) = $0 { step } else { nil } } }

  /// What leads back from moves that were made.
  static func inverse(of made: [Move]) -> [Move] {
    made.reversed().map { move in
      switch move {
      case .add(let step): .remove(step)
      case .change(let step, let former): .change(former, from: step)
      case .empty(let step): .change(step, from: step.with(.netem(KernelPlan.open)))
      case .remove(let step): .add(step)
      }
    }
  }

  /// The lines of `tc`, `ip` and `ethtool` that do the same.
  func commands(_ device: String, index: Int32, replacing: Bool, hasIPv6: Bool) -> [String] {
    moves.flatMap { move in
      switch move {
      case .add(let step): step.commands(device, index: index, replacing: replacing, hasIPv6: hasIPv6)
      case .change(let step, let former): step.changeCommands(device, index: index, from: former)
      case .empty(let step):
        step.with(.netem(KernelPlan.open)).changeCommands(device, index: index, from: step)
      case .remove(let step): step.undoCommands(device, index: index)
      }
    }
  }

  private static func takesDetour(_ steps: [InterfaceStep]) -> Bool {
    steps.contains { if case .detour(.uplink, _) = $0 { true } else { false } }
  }

  private static func hasUplink(_ steps: [InterfaceStep]) -> Bool {
    takesDetour(steps) || steps.contains { if case .root = $0 { true } else { false } }
  }
}
