internal import LinuxSystem
internal import Netlink

/// Does and undoes the steps of a plan on one interface. Everything runs in the interface's namespace.
struct InterfaceWorker: Sendable {
  let route: RouteSocket
  let index: Int32
  /// How the interface is called now; what it is called may change, its number does not.
  let device: String

  // MARK: - Doing

  /// Does a step, without looking at what became of it.
  func perform(_ step: InterfaceStep, replacing former: FormerQdisc?) throws {
    switch step {
    case .offloads(let names):
      try InterfaceFeatures.set(device, Dictionary(uniqueKeysWithValues: names.map { ($0, false) }))
    case .detour(let detour, let qdisc):
      let name = detour.name(beside: index)
      try makeDetour(name)
      guard let link = try route.link(named: name) else {
        throw LabError(.failed, "make the ifb interface \(name)", because: "the kernel does not list it.")
      }
      try route.addQdisc(qdisc, to: link.index, parent: .root, handle: KernelPlan.handle)
      // Else it speaks of an address of its own through the qdisc.
      do { try route.setAddressGeneration(link.index, enabled: false) } catch {
        // Without IPv6 it has nothing to say.
      }
      try route.setLink(link.index, up: true)
    case .hook(let qdisc): try route.addQdisc(qdisc, to: index, parent: .ingress, handle: .ingressHandle)
    case .redirect(let point, let detour, let match, let priority):
      guard let target = try route.link(named: detour.name(beside: index)) else {
        throw LabError(.failed, "redirect packets of \(device)", because: "\(detour.name(beside: index)) is gone.")
      }
      try route.addRedirect(from: index, at: point, to: target.index, match: match, priority: priority)
    case .root(let qdisc):
      if former == nil {
        try route.addQdisc(qdisc, to: index, parent: .root, handle: KernelPlan.handle)
      } else {
        try route.replaceQdisc(qdisc, on: index, parent: .root, handle: KernelPlan.handle)
      }
    }
  }

  private func makeDetour(_ name: String) throws {
    do {
      try route.addLink(kind: "ifb", name: name)
    } catch {
      guard error.code == .exists else { throw error }
      throw LabError(
        .failed, "make the ifb interface \(name)", because: "another interface is called that.",
        advice: "Give that one another name: 'ip link set dev \(name) name NAME', while it is down.")
    }
  }

  /// Reads back what the kernel made of a step.
  func verify(_ step: InterfaceStep) throws {
    let differences = try differences(step)
    guard differences.isEmpty else {
      throw LabError(.failed, "condition \(device)", because: differences.joined(separator: "; ") + ".")
    }
  }

  func tell(_ qdisc: Qdisc, _ interface: Int32) throws {
    try route.changeQdisc(qdisc, to: interface, parent: .root, handle: KernelPlan.handle)
    let differences = qdisc.differences(inHeld: try route.ownQdisc(interface))
    guard differences.isEmpty else {
      throw LabError(.failed, "change the conditions of \(device)", because: differences.joined(separator: "; ") + ".")
    }
  }

  // MARK: - Looking

  /// The interface whose root qdisc a step sets, and that qdisc; nil for other steps and where the interface is gone.
  func qdisc(of step: InterfaceStep) throws -> (interface: Int32, qdisc: Qdisc)? {
    switch step {
    case .root(let qdisc): (index, qdisc)
    case .detour(let detour, let qdisc):
      try route.link(named: detour.name(beside: index)).map { ($0.index, qdisc) }
    case .offloads, .hook, .redirect: nil
    }
  }

  /// What is not as a step left it, as ends of sentences.
  func differences(_ step: InterfaceStep) throws -> [String] {
    switch step {
    case .offloads(let names):
      let features = try InterfaceFeatures.get(device)
      return names.filter { features[$0] == true }.map { "\($0) of \(device) is on again" }
    case .detour(let detour, let qdisc):
      let name = detour.name(beside: index)
      guard let link = try route.link(named: name) else { return ["\(name) is gone"] }
      return (link.flags.contains(.up) ? [] : ["\(name) is down"])
        + qdisc.differences(inHeld: try route.ownQdisc(link.index)).map { "\(name): \($0)" }
    case .hook(let qdisc):
      let isThere = try route.qdiscs(interface: index).contains { $0.parent == .ingress }
      return isThere ? [] : ["the \(qdisc.kind) qdisc of \(device) is gone"]
    case .redirect(let point, let detour, _, let priority):
      let target = try route.link(named: detour.name(beside: index))?.index
      let isThere = try filters(point).contains { $0.priority == priority && $0.redirectTarget == target }
      return isThere ? [] : ["the redirect to \(detour.name(beside: index)) is gone"]
    case .root(let qdisc): return qdisc.differences(inHeld: try route.ownQdisc(index)).map { "\(device): \($0)" }
    }
  }

  /// None where there is no qdisc that filters could hang on.
  private func filters(_ point: FilterPoint) throws -> [FilterFacts] {
    guard let hook = try route.qdiscs(interface: index).first(where: { $0.parent == .ingress }),
      hook.kind == "clsact" || point == .ingress
    else { return [] }
    return try route.filters(interface: index, at: point)
  }

  // MARK: - Undoing

  /// Takes away whatever of the steps is there, the last first, and gives back what was there before. What is gone already
  /// is fine, so it can be done again, and after a step that was half done.
  ///
  /// - Returns: what was left because it is someone else's, as sentences.
  func undo(_ steps: [InterfaceStep], giveBack former: FormerQdisc?, deviceIsThere: Bool = true) throws -> [String] {
    var notes: [String] = []
    for step in steps.reversed() {
      if case .detour(let detour, _) = step {
        if let link = try route.link(named: detour.name(beside: index)), link.kind == "ifb" {
          try route.removeLink(link.index)
        }
        continue
      }
      guard deviceIsThere else { continue }
      switch step {
      case .offloads(let names):
        try InterfaceFeatures.set(device, Dictionary(uniqueKeysWithValues: names.map { ($0, true) }))
      case .hook(let qdisc): notes += try removeHook(qdisc)
      case .redirect(let point, _, _, let priority):
        if try filters(point).contains(where: { $0.priority == priority }) {
          try route.removeFilters(interface: index, at: point, priority: priority)
        }
      case .root: notes += try removeRoot(former)
      case .detour: break
      }
    }
    return notes
  }

  private func removeHook(_ qdisc: Qdisc) throws -> [String] {
    guard let hook = try route.qdiscs(interface: index).first(where: { $0.parent == .ingress }) else { return [] }
    let points = hook.kind == "clsact" ? FilterPoint.allCases : [.ingress]
    let others = try points.flatMap { try route.filters(interface: index, at: $0) }
      .filter { !InterfaceStep.priorities.contains($0.priority) }
    guard others.isEmpty, hook.kind == qdisc.kind else {
      return ["The \(hook.kind) qdisc of \(device) stays: someone else uses it now."]
    }
    try route.removeQdisc(interface: index, parent: .ingress)
    return []
  }

  private func removeRoot(_ former: FormerQdisc?) throws -> [String] {
    let root = try route.qdiscs(interface: index).first { $0.parent == .root && $0.handle.major != 0 }
    if let root, root.handle != KernelPlan.handle {
      if let former, root.handle == former.handle, root.kind == former.kind { return try giveBack(former) }
      return ["The \(root.kind) qdisc \(root.handle) of \(device) stays: someone else put it there."]
    }
    if let former {
      try route.replaceQdisc(former.qdisc, on: index, parent: .root, handle: former.handle)
      return try giveBack(former)
    } else if root != nil {
      try route.removeQdisc(interface: index, parent: .root)
    }
    return []
  }

  /// Makes again what hung under someone else's root qdisc, but for what is there; what the kernel refuses, as sentences.
  private func giveBack(_ former: FormerQdisc) throws -> [String] {
    guard let parts = former.parts, !parts.isEmpty else { return [] }
    let there = Set(try route.classes(interface: index).map(\.handle) + route.qdiscs(interface: index).map(\.handle))
    return parts.filter { !there.contains($0.handle) }.compactMap { part in
      do {
        if part.isClass {
          let facts = ClassFacts(kind: part.kind, handle: part.handle, parent: part.parent, options: part.options)
          try route.addClass(facts, to: index)
        } else {
          try route.addQdisc(
            .other(kind: part.kind, options: part.options), to: index, parent: part.parent, handle: part.handle)
        }
        return nil
      } catch {
        return
          "The \(part.kind) \(part.isClass ? "class" : "qdisc") \(part.handle) of \(device) did not come back: \(error)"
      }
    }
  }
}

extension Qdisc {
  /// What the kernel holds differently, as ends of sentences; nil stands for nothing of linkcond's.
  func differences(inHeld facts: QdiscFacts?) -> [String] {
    guard let facts else { return ["the \(kind) qdisc is gone"] }
    let others = facts.kind == kind ? facts.otherSettings.map { "\($0): not asked for" } : []
    switch (self, facts.configuration) {
    case (.netem(let asked), .netem(let held)?): return asked.differences(inHeld: held).map(\.description) + others
    case (.tokenBucket(let asked), .tokenBucket(let held)?):
      var found: [String] = []
      if asked.rateBytesPerSecond != held.rateBytesPerSecond {
        found.append("rate: asked \(asked.rateBytesPerSecond) bytes/s, the kernel holds \(held.rateBytesPerSecond)")
      }
      if asked.limitBytes != held.limitBytes {
        found.append("limit: asked \(asked.limitBytes) bytes, the kernel holds \(held.limitBytes)")
      }
      // The kernel keeps a burst as a time in ticks of 64 ns.
      let tick = Double(asked.rateBytesPerSecond) * 64e-9 + 1
      if abs(Double(asked.burstBytes) - Double(held.burstBytes)) > tick {
        found.append("burst: asked \(asked.burstBytes) bytes, the kernel holds \(held.burstBytes)")
      }
      return found + others
    default: return facts.kind == kind ? [] : ["a \(facts.kind) qdisc stands where \(kind) did"]
    }
  }
}
