internal import LinuxSystem
internal import Netlink
internal import Profiles

extension InterfaceConditioner {
  /// What was cleared.
  public struct Cleared: Hashable, Sendable {
    /// The interface.
    public let device: String
    /// The profile that it had; nil where only linkcond's marks were left.
    public let profile: String?
    /// What was left because it is someone else's, or not known any more, as sentences.
    public let notes: [String]
  }

  /// What came of clearing.
  public struct Clearing: Sendable {
    /// What was cleared.
    public var cleared: [Cleared] = []
    /// What could not be, as ``DamagedState``, ``LabError`` or `SystemError`; it is kept for the next time.
    public var failures: [any Error] = []

    /// Nothing yet.
    public init() {}
  }

  /// Takes linkcond's conditions from an interface of the namespace, or from all of it that have some. Doing it again is fine.
  ///
  /// A damaged file of an interface that has nothing of linkcond's is taken away; where it has, it stays unless `force` is there.
  ///
  /// - Parameter force: Whether to go by the marks in the kernel alone where nothing can be read of what was written down.
  /// - Returns: what was cleared, and what could not be: one does not keep the others from it.
  /// - Throws: ``LabError`` or `SystemError` where nothing could be begun.
  public func clear(device: String? = nil, force: Bool = false) throws -> Clearing {
    try inNamespace { route in
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      var result = Clearing()
      try Capabilities.removeTrials(route)
      let before = try route.links()
      // By its number too: it may have another name by now.
      let named = before.first { $0.name == device }?.index
      let (readable, damaged) = try folder.states()
      let states = readable.filter {
        $0.namespace == namespace.identity && (device == nil || $0.device == device || $0.index == named)
      }
      var kept: Set<Int32> = []
      for file in damaged where device == nil || file.place?.interface == named {
        do {
          if let link = try forget(file, before, route, force: force) {
            kept.insert(link.index)
            throw file.advising(
              "'linkcond clear --device \(ShellWord.quoted(link.name)) --force' goes by the marks in the kernel alone.")
          }
        } catch { result.failures.append(error) }
      }
      for state in states {
        do {
          result.cleared.append(try clear(state, before, route))
          kept.remove(state.index)
        } catch {
          kept.insert(state.index)
          result.failures.append(error)
        }
      }
      // An ifb of linkcond's own carries a qdisc with its mark too, and goes with the interface that it stands beside.
      for link in try route.links()
      where (device == nil || link.name == device) && !Self.isDetour(link) && !kept.contains(link.index) {
        if let marks = try Self.unlessGone(link.index, route, { try clearMarks(link, route) }) {
          result.cleared.append(marks)
        }
      }
      return result
    }
  }

  /// Takes a damaged file away, unless its interface is here and has something of linkcond's; that interface then.
  private func forget(
    _ file: DamagedState, _ links: [LinkFacts], _ route: RouteSocket, force: Bool
  ) throws -> LinkFacts? {
    if !force {
      guard let place = file.place else { throw file.advising("Remove it, or clear with '--force'.") }
      // That of another namespace is for who clears there.
      guard place.namespace == namespace.identity.inode else { return nil }
      if let link = links.first(where: { $0.index == place.interface }),
        try Self.unlessGone(link.index, route, { try hasMarks(link, route) }) == true
      {
        return link
      }
    }
    try SystemFile.remove(file.path)
    return nil
  }

  /// Takes away what one application did, if it is still that one which is written down; for a watchdog.
  ///
  /// - Returns: whether it was.
  public func clear(id: String, file: String) throws -> Bool {
    try inNamespace { route in
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      guard let state = try folder.read(file), state.id == id else { return false }
      _ = try clear(state, try route.links(), route)
      return true
    }
  }

  /// Takes back what was done to an interface, or what is left of it where the interface is gone or goes meanwhile.
  private func clear(_ state: InterfaceState, _ links: [LinkFacts], _ route: RouteSocket) throws -> Cleared {
    try Self.unlessGone(state.index, route) { try undo(state, links, route) } ?? undo(state, [], route)
  }

  private func undo(_ state: InterfaceState, _ links: [LinkFacts], _ route: RouteSocket) throws -> Cleared {
    let link = links.first { $0.index == state.index }
    let worker = InterfaceWorker(route: route, index: state.index, device: link?.name ?? state.device)
    var notes = try worker.undo(state.steps, giveBack: state.formerRoot, deviceIsThere: link != nil)
    if link == nil { notes.append("\(state.device) is gone.") }
    if link != nil, let former = state.formerRoot, let lacking = former.lacking {
      notes.append("The \(former.kind) qdisc is back without its \(lacking).")
    }
    try folder.remove(state)
    return Cleared(device: state.device, profile: state.profile, notes: notes)
  }

  /// Whether anything of linkcond's is on an interface, or stands beside it.
  func hasMarks(_ link: LinkFacts, _ route: RouteSocket) throws -> Bool {
    try InterfaceFacts.read(link.name, route).hasOwn
      || Detour.allCases.contains { try route.link(named: $0.name(beside: link.index))?.kind == "ifb" }
  }

  /// linkcond's marks on an interface of which nothing is written down: what was there before is not known.
  private func clearMarks(_ link: LinkFacts, _ route: RouteSocket) throws -> Cleared? {
    let facts = try InterfaceFacts.read(link.name, route)
    let detours = try Detour.allCases.filter { try route.link(named: $0.name(beside: link.index))?.kind == "ifb" }
    guard facts.hasOwn || !detours.isEmpty else { return nil }
    var steps = detours.map { InterfaceStep.detour($0, .blackhole) }
    if let hook = facts.hook {
      // It may have been there before: it goes only if it is empty then, and someone else's is rarely that.
      steps.append(.hook(hook.kind == "clsact" ? .clsact : .ingress))
    }
    for (point, filters) in facts.filters {
      for filter in filters where InterfaceStep.priorities.contains(filter.priority) {
        steps.append(.redirect(point, .downlink, .all, priority: filter.priority))
      }
    }
    if facts.root?.handle == KernelPlan.handle { steps.append(.root(.blackhole)) }
    let worker = InterfaceWorker(route: route, index: link.index, device: link.name)
    var notes = try worker.undo(steps, giveBack: nil)
    notes.append("What \(link.name) had before was not written down: its offloads are left as they are.")
    return Cleared(device: link.name, profile: nil, notes: notes)
  }

  /// What `body` makes of an interface; nil if it failed because the interface went meanwhile, as those of a container and
  /// their other ends do at any moment, and what hung on it with it.
  static func unlessGone<Result>(_ index: Int32, _ route: RouteSocket, _ body: () throws -> Result?) throws -> Result? {
    do { return try body() } catch {
      guard try !route.links().contains(where: { $0.index == index }) else { throw error }
      return nil
    }
  }

  private static func isDetour(_ link: LinkFacts) -> Bool {
    link.kind == "ifb" && Detour.allCases.contains { link.name.hasPrefix($0.rawValue) }
  }
}
