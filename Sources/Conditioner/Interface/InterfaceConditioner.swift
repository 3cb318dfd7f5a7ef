internal import LinuxSystem
internal import Netlink
internal import Profiles

/// Conditions existing interfaces of one namespace with the kernel's own means, and takes the conditions away again.
///
/// What is going to be done is written down before it is done, so that whatever happens to this process,
/// ``clear(device:force:)`` puts everything back.
public struct InterfaceConditioner: Sendable {
  let namespace: TargetNamespace
  let folder: StateFolder

  /// A conditioner for the interfaces of a namespace.
  public init(namespace: TargetNamespace, folder: StateFolder) {
    self.namespace = namespace
    self.folder = folder
  }

  /// What would be done, without doing it.
  ///
  /// - Parameter capabilities: What the kernel has; ``Capabilities/forInterfaces(in:)`` asks it.
  /// - Throws: ``LabError``.
  public func plan(_ request: InterfaceRequest, _ capabilities: Capabilities) throws -> InterfacePlan {
    let outside = try endsOutside()
    return try inNamespace { route in
      let facts = try InterfaceFacts.read(request.device, route, outside: outside)
      let old = try own(facts)
      if old == nil { try refuseUnknown(request, facts, route) }
      var plan = try InterfacePlan(request, facts.without(old), capabilities)
      if let old {
        let worker = InterfaceWorker(route: route, index: facts.link.index, device: request.device)
        plan.follow(old, by: try transition(from: old, to: plan, worker), hasIPv6: facts.hasIPv6)
      }
      plan.warnOfLimits(after: old)
      plan.enter(namespace.reference)
      return plan
    }
  }

  /// Fails where linkcond's marks are there, as of an `apply` whose notes are gone or of lines that were run by hand: what was
  /// there before is not known, and would not come back.
  private func refuseUnknown(_ request: InterfaceRequest, _ facts: InterfaceFacts, _ route: RouteSocket) throws {
    guard try hasMarks(facts.link, route) else { return }
    let line = InterfaceState.clearLine(request.device, namespace: namespace.reference.argument)
    throw LabError(
      .failed, "apply '\(request.profile.name)' to \(request.device)",
      because: "conditions with linkcond's marks are there already, and nothing is written down of them.",
      advice: "'\(line)' takes them away.")
  }

  /// Where the other ends of a container's pairs mostly are: the tool's own namespace, where that is another.
  private func endsOutside() throws -> [OtherEnd] {
    namespace.network == nil ? [] : try OtherEnd.ends(try RouteSocket())
  }

  /// The way from what is there to a plan; nil where all is taken away first, as someone else changed what is there.
  private func transition(
    from old: InterfaceState, to plan: InterfacePlan, _ worker: InterfaceWorker
  ) throws -> InterfaceTransition? {
    guard let transition = InterfaceTransition(from: old.steps, to: plan.steps) else { return nil }
    return try old.steps.allSatisfy { try worker.differences($0).isEmpty } ? transition : nil
  }

  /// Conditions an interface. Where linkcond has conditioned it already, the conditions change in place, with nothing lost
  /// and nothing let through without any, unless another kind of qdisc or another way is needed.
  ///
  /// - Parameters:
  ///   - duration: How long it will hold; nil until it is cleared. That it ends is `arm`'s business.
  ///   - arm: Called once the state is written down and before anything is touched; answers with how to call it off.
  /// - Returns: the plan that was carried out and read back, and what is written down.
  /// - Throws: ``LabError``; the interface is then as it was.
  public func apply(
    _ request: InterfaceRequest, _ capabilities: Capabilities, for duration: Duration?,
    arm: @escaping @Sendable (InterfaceState) throws -> @Sendable () -> Void = { _ in {} }
  ) throws -> (plan: InterfacePlan, state: InterfaceState) {
    // Before anything is written down that would have to be undone.
    try Self.checkPermitted(in: namespace)
    let outside = try endsOutside()
    return try inNamespace { route in
      let lock = try folder.lock()
      defer { withExtendedLifetime(lock) {} }
      let facts = try InterfaceFacts.read(request.device, route, outside: outside)
      let old = try own(facts)
      if old == nil { try refuseUnknown(request, facts, route) }
      var plan = try InterfacePlan(request, facts.without(old), capabilities)
      let worker = InterfaceWorker(route: route, index: facts.link.index, device: request.device)
      var state = try self.state(request, plan, duration, former: old)
      if let old, let transition = try transition(from: old, to: plan, worker) {
        let (done, notes) = try go(transition, worker, from: old, to: state, arm)
        state = done
        plan.warnings += notes
      } else {
        if let old { try end(old, worker, isForced: request.isForced) }
        try begin(worker, state, arm)
      }
      return (plan, state)
    }
  }

  private func begin(
    _ worker: InterfaceWorker, _ state: InterfaceState,
    _ arm: (InterfaceState) throws -> @Sendable () -> Void
  ) throws {
    try folder.write(state)
    var disarm: @Sendable () -> Void = {}
    var done: [InterfaceStep] = []
    do {
      disarm = try arm(state)
      for step in state.steps {
        // What was refused was not done, and what stands there is someone else's, whatever its handle.
        if !step.isAllOrNothing { done.append(step) }
        try worker.perform(step, replacing: state.formerRoot)
        if done.last != step { done.append(step) }
        try worker.verify(step)
      }
      try folder.write(state.complete)
    } catch {
      disarm()
      _ = try Self.undoing(error) { [done] in try worker.undo(done, giveBack: state.formerRoot) }
      try folder.remove(state)
      throw error
    }
  }

  static func undoing<Result>(_ error: any Error, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let second {
      throw LabError(
        .failed, "put the interface back after its conditions were refused",
        because: "the conditions: \(error) Putting it back: \(second)", advice: "Run 'linkcond clear'.")
    }
  }

  private func end(_ old: InterfaceState, _ worker: InterfaceWorker, isForced: Bool) throws {
    let notes = try worker.undo(old.steps, giveBack: old.formerRoot)
    guard notes.isEmpty || isForced else {
      throw LabError(
        .failed, "take the earlier conditions of \(worker.device) away", because: notes.joined(separator: " "),
        advice: "Add '--force' if that is meant.")
    }
    try folder.remove(old)
  }

  private func state(
    _ request: InterfaceRequest, _ plan: InterfacePlan, _ duration: Duration?, former: InterfaceState?
  ) throws -> InterfaceState {
    let profile = request.profile
    // Offloads that linkcond itself turned off are still to be turned on again one day.
    return InterfaceState(
      id: String(UInt64.random(in: .min ... .max), radix: 16), bootID: try KernelSetting.read("kernel/random/boot_id"),
      namespace: namespace.identity, namespaceArgument: namespace.reference.argument, device: request.device,
      index: plan.index, profile: profile.name,
      downlink: request.direction.includesDownlink ? profile.downlink.description : nil,
      uplink: request.direction.includesUplink ? profile.uplink.description : nil, direction: request.direction,
      since: (MonotonicClock.now() + MonotonicClock.realtimeOffset()) / 1_000_000_000,
      until: duration.map { BootClock.now() + $0.wholeNanoseconds }, steps: plan.steps,
      formerRoot: plan.formerRoot ?? former?.formerRoot)
  }

  /// What linkcond wrote down of an interface; where it did not, what of its marks is there.
  func own(_ facts: InterfaceFacts) throws -> InterfaceState? {
    let boot = try KernelSetting.read("kernel/random/boot_id")
    let name = InterfaceState.fileName(namespace.identity, facts.link.index)
    guard let state = try folder.read(name), state.bootID == boot, state.namespace == namespace.identity else {
      return nil
    }
    return state
  }

  /// Runs `body` in the namespace, and says of a refusal for want of a privilege what it is.
  func inNamespace<Result: Sendable>(_ body: @escaping @Sendable (RouteSocket) throws -> Result) throws -> Result {
    do {
      let route = try namespace.route()
      return try namespace.perform { try body(route) }
    } catch let error as NetlinkError where error.isUnknownKind {
      throw LabError(
        .missingPiece, "condition an interface of \(namespace.reference)", because: "\(error)",
        advice: "'linkcond doctor' says what is missing; 'linkcond run' works without it.")
    } catch let error as NetlinkError where error.code == .notPermitted {
      throw Self.notPermitted(namespace, "\(error)")
    }
  }

  /// Makes sure that this process may change interfaces at all.
  ///
  /// - Throws: ``LabError``.
  public static func checkPermitted(in namespace: TargetNamespace) throws(LabError) {
    if UserNamespace.forbidsNetworkAdministration {
      throw notPermitted(namespace, "this process lacks CAP_NET_ADMIN.")
    }
  }

  private static func notPermitted(_ namespace: TargetNamespace, _ cause: String) -> LabError {
    LabError(
      .notPermitted, "change the interfaces of \(namespace.reference)", because: cause,
      advice: "Run as root, or in a container with '--cap-add NET_ADMIN'.")
  }
}
