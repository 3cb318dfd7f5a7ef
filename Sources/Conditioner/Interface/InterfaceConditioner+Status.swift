internal import LinuxSystem
internal import Netlink

extension InterfaceConditioner {
  /// What linkcond wrote down of the interfaces of all namespaces, read back from the kernel.
  ///
  /// - Returns: the interfaces, and the files of which nothing can be learnt.
  /// - Throws: ``LabError`` or `SystemError` for what was written down itself; an interface that cannot be read is told of.
  public static func status(_ folder: StateFolder) throws -> (interfaces: [InterfaceStatus], damaged: [DamagedState]) {
    let (states, damaged) = try folder.states(keepsOld: true)
    let interfaces = try states.compactMap { state -> InterfaceStatus? in
      do {
        guard let namespace = try find(state) else {
          return unreadable(state, folder, "its namespace is gone, and the conditions with it.")
        }
        return try InterfaceConditioner(namespace: namespace, folder: folder).status(settled: state)
      } catch let error as LabError {
        return unreadable(state, folder, error.description)
      }
    }
    return (interfaces, damaged)
  }

  /// The namespace of a state: the own one, the one that the user named, one that is mounted here, or one that any process
  /// is in; nil if it is none of these any more.
  public static func find(_ state: InterfaceState) throws -> TargetNamespace? {
    if try NamespaceIdentity.current() == state.namespace { return try TargetNamespace(.own) }
    var paths: [String] = []
    if let argument = state.namespaceArgument, case .file(let path, _) = NamespaceReference(argument) {
      paths.append(path)
    }
    paths += NamespaceMounts.paths(of: state.namespace.inode, in: try SystemFile.read("/proc/self/mountinfo"))
    paths += SystemFile.names(in: "/proc").filter { Int32($0) != nil }.map { "/proc/\($0)/ns/net" }
    for path in paths where SystemFile.inode(path) == state.namespace.inode {
      do {
        let namespace = try TargetNamespace(.file(path: path, name: state.namespaceArgument ?? path))
        if namespace.identity == state.namespace { return namespace }
      } catch {
        // The process may have ended meanwhile.
        guard SystemFile.inode(path) != state.namespace.inode else { throw error }
      }
    }
    return nil
  }

  /// Whether an interface is still as an application left it; nil if another one, or none, is written down now.
  public func differences(id: String, file: String) throws -> [String]? {
    try inNamespace { route in
      // Whoever applies or clears has the lock meanwhile: what is half done is nobody else's change.
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      guard let state = try folder.read(file), state.id == id else { return nil }
      return try Self.differences(state, route)
    }
  }

  /// What became of an application that was not done yet when its state was read: nil if it is gone by now.
  private func status(settled state: InterfaceState) throws -> InterfaceStatus? {
    guard state.isComplete != true else { return try status(state) }
    // Whoever applies holds the lock until all is done. A moment for it, so that what is not killed is not told of so.
    let deadline = MonotonicClock.now() + 1_000_000_000
    while true {
      if let lock = try folder.lockIfFree() {
        defer { withExtendedLifetime(lock) {} }
        guard let now = try folder.read(state.fileName) else { return nil }
        return try status(now, progress: now.isComplete == true ? .done : .killed)
      }
      guard MonotonicClock.now() < deadline else { return try status(state, progress: .underWay) }
      Wait.sleep(nanoseconds: 20_000_000)
    }
  }

  private func status(_ state: InterfaceState, progress: InterfaceStatus.Progress = .done) throws -> InterfaceStatus {
    try inNamespace { route in
      try Self.unlessGone(state.index, route) { try status(state, progress, route) }
        ?? Self.unreadable(state, folder, "the interface is gone.")
    }
  }

  /// nil where the interface is gone.
  private func status(
    _ state: InterfaceState, _ progress: InterfaceStatus.Progress, _ route: RouteSocket
  ) throws -> InterfaceStatus? {
    guard let link = try route.links().first(where: { $0.index == state.index }) else { return nil }
    var lanes: [InterfaceStatus.Lane] = []
    for step in state.steps {
      switch step {
      case .root: lanes.append(Self.lane("uplink", link.name, try route.ownQdisc(link.index)))
      case .detour(let detour, _):
        let name = detour.name(beside: state.index)
        let held = try route.link(named: name).flatMap { try route.ownQdisc($0.index) }
        lanes.append(Self.lane(detour.purpose, name, held))
      default: break
      }
    }
    let qdiscs = try route.qdiscs(interface: state.index).map { facts in
      InterfaceStatus.Listed(
        kind: facts.kind, handle: TrafficControl.words(facts.handle),
        isOwn: facts.handle == KernelPlan.handle || facts.parent == .ingress && state.hasHook)
    }
    return InterfaceStatus(
      state: state, progress: progress, unreadable: nil,
      // What is half done is nobody else's change.
      differences: progress == .done ? try Self.differences(state, route) : [],
      changesSeen: Self.notes(state, folder), lanes: lanes, qdiscs: qdiscs)
  }

  private static func differences(_ state: InterfaceState, _ route: RouteSocket) throws -> [String] {
    guard let link = try route.links().first(where: { $0.index == state.index }) else {
      return ["\(state.device) is gone"]
    }
    let worker = InterfaceWorker(route: route, index: state.index, device: link.name)
    return try state.steps.flatMap { try worker.differences($0) }
  }

  private static func lane(_ purpose: String, _ interface: String, _ held: QdiscFacts?) -> InterfaceStatus.Lane {
    let statistics = held?.statistics ?? QdiscFacts.Statistics()
    let drops = UInt64(statistics.drops)
    return InterfaceStatus.Lane(
      purpose: purpose, interface: interface,
      settings: held.flatMap { $0.configuration.map { TrafficControl.words($0) } },
      offeredPackets: statistics.packets + drops + UInt64(statistics.backlogPackets),
      deliveredPackets: statistics.packets, deliveredBytes: statistics.bytes, droppedPackets: drops,
      lostPackets: statistics.netem?.lost, duplicatedPackets: statistics.netem?.duplicated,
      corruptedPackets: statistics.netem?.corrupted,
      reorderedPackets: statistics.netem?.reordered ?? UInt64(statistics.requeues),
      waitingPackets: UInt64(statistics.backlogPackets), waitingBytes: UInt64(statistics.backlogBytes),
      heldBack: held?.kind == "netem" ? nil : UInt64(statistics.overlimits))
  }

  private static func unreadable(_ state: InterfaceState, _ folder: StateFolder, _ reason: String) -> InterfaceStatus {
    InterfaceStatus(
      state: state, progress: .done, unreadable: reason, differences: [], changesSeen: notes(state, folder), lanes: [],
      qdiscs: [])
  }

  private static func notes(_ state: InterfaceState, _ folder: StateFolder) -> [String] {
    do {
      return try SystemFile.read(folder.notes(state)).split(separator: "\n").map(String.init)
    } catch {
      // Nothing was seen.
      return []
    }
  }
}

extension InterfaceState {
  var hasHook: Bool { steps.contains { if case .hook = $0 { true } else { false } } }
}
