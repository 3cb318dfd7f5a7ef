internal import Netlink

extension InterfaceFacts {
  /// The facts as they would be without what linkcond did: what an interface is to be planned for anew.
  func without(_ state: InterfaceState?) -> InterfaceFacts {
    guard let state else { return self }
    var facts = self
    facts.qdiscs.removeAll { $0.parent == .root && $0.handle == KernelPlan.handle }
    for (point, filters) in facts.filters {
      facts.filters[point] = filters.filter { !InterfaceStep.priorities.contains($0.priority) }
    }
    for step in state.steps {
      switch step {
      case .offloads(let names): facts.offloads = Set(offloads).union(names).sorted()
      case .hook:
        if facts.filters.values.allSatisfy(\.isEmpty) { facts.qdiscs.removeAll { $0.parent == .ingress } }
      default: break
      }
    }
    return facts
  }
}
