internal import Netlink
internal import Profiles

/// What will be done to an existing interface, step by step.
///
/// A value, decided before anything is touched: from what is asked, what is there and what the kernel has.
public struct InterfacePlan: Hashable, Sendable {
  /// The interface.
  public let device: String
  /// The same in the words of `tc`, `ip` and `ethtool`, in order; empty where nothing is to be done.
  public internal(set) var commands: [String]
  /// What the user should know, as sentences.
  public internal(set) var warnings: [String]

  let index: Int32
  let steps: [InterfaceStep]
  /// What someone else had at the root and gets back.
  let formerRoot: FormerQdisc?

  /// Decides.
  ///
  /// - Throws: ``LabError`` with all reasons that stand against it.
  init(_ request: InterfaceRequest, _ facts: InterfaceFacts, _ capabilities: Capabilities) throws(LabError) {
    let profile = request.profile
    let operation = "apply '\(profile.name)' to \(request.device)"
    let isLoopback = facts.link.flags.contains(.loopback)
    try Self.refuseStates(profile, operation)
    if let reason = Self.refusal(request, facts, isLoopback: isLoopback) {
      throw LabError(
        .failed, operation, because: reason.cause,
        advice: request.isForced || !reason.canBeForced ? reason.advice : "Add '--force' if that is meant.")
    }

    let lanes = LaneQdiscs(operation, profile, capabilities, word: request.profileWord ?? profile.name)
    var steps: [InterfaceStep] = []
    var points: Set<FilterPoint> = []
    if request.direction.includesDownlink, let qdisc = try lanes.qdisc(profile.downlink) {
      points.insert(.ingress)
      steps += [
        .detour(.downlink, qdisc),
        .redirect(.ingress, .downlink, Self.match(profile.family), priority: InterfaceStep.priority),
      ]
    }
    var root: Qdisc?
    if request.direction.includesUplink {
      let queries = try lanes.queries()
      if !queries.isEmpty { points.insert(.egress) }
      steps += queries
      if let qdisc = try lanes.qdisc(profile.uplink) {
        if profile.family == .any {
          root = qdisc
        } else {
          points.insert(.egress)
          steps += [
            .detour(.uplink, qdisc),
            .redirect(.egress, .uplink, Self.match(profile.family), priority: InterfaceStep.priority),
          ]
        }
      }
    }
    let hook = try Self.hook(points, facts, lanes, besideRoot: root != nil)
    // Detours before the hook, the hook before what hangs on it; the interface's own root last.
    let isDetour: (InterfaceStep) -> Bool = { if case .detour = $0 { true } else { false } }
    steps = steps.filter(isDetour) + hook + steps.filter { !isDetour($0) }
    if let root { steps.append(.root(root)) }
    if !steps.isEmpty, !facts.offloads.isEmpty { steps.insert(.offloads(facts.offloads), at: 0) }

    device = request.device
    index = facts.link.index
    formerRoot = root == nil ? nil : facts.formerRoot
    self.steps = steps
    let replaces = formerRoot != nil
    commands = steps.flatMap {
      $0.commands(request.device, index: facts.link.index, replacing: replaces, hasIPv6: facts.hasIPv6)
    }
    warnings = Self.warnings(facts, steps, formerRoot)
  }

  private static func match(_ family: ProtocolFamily) -> FilterMatch {
    switch family {
    case .any: .all
    case .ipv4: .family(.ipv4)
    case .ipv6: .family(.ipv6)
    }
  }

  /// What a profile can say of a lab alone.
  private static func refuseStates(_ profile: Profile, _ operation: String) throws(LabError) {
    let run = "'linkcond run' and 'linkcond harness' do it in a lab."
    guard profile.linkState == .up else {
      throw LabError(
        .missingPiece, operation, because: "an existing interface is not taken down, which the profile asks for.",
        advice: run)
    }
    guard profile.dnsFailure == nil else {
      throw LabError(
        .missingPiece, operation, because: "the name servers of an existing network are not linkcond's to fail.",
        advice: run)
    }
  }

  /// Where the filters hang: what someone else put there is shared, and never taken away.
  ///
  /// A netem at the root has it beside it even if no filter does: to put it there later makes the kernel drop what waits in
  /// the root qdisc (`dev_deactivate` in `qdisc_graft`).
  private static func hook(
    _ points: Set<FilterPoint>, _ facts: InterfaceFacts, _ lanes: LaneQdiscs, besideRoot: Bool
  ) throws(LabError) -> [InterfaceStep] {
    guard !points.isEmpty else {
      let isForLater =
        besideRoot && facts.hook == nil && lanes.capabilities.has(.netem) && lanes.capabilities.has(.clsact)
      return isForLater ? [.hook(.clsact)] : []
    }
    try lanes.require(.ifb)
    try lanes.require(.redirect)
    if let hook = facts.hook {
      guard hook.kind == "clsact" || !points.contains(.egress) else {
        throw LabError(
          .failed, lanes.operation,
          because: "its ingress qdisc is someone else's, and has no place for filters of what goes out.",
          advice:
            "Take it away with 'tc qdisc del dev \(ShellWord.quoted(facts.link.name)) ingress' if nobody needs it.")
      }
      return []
    }
    if points.contains(.egress) || lanes.capabilities.has(.clsact) {
      try lanes.require(.clsact)
      return [.hook(.clsact)]
    }
    try lanes.require(.ingress)
    return [.hook(.ingress)]
  }

  private static func warnings(
    _ facts: InterfaceFacts, _ steps: [InterfaceStep], _ formerRoot: FormerQdisc?
  ) -> [String] {
    var warnings: [String] = []
    if steps.isEmpty { warnings.append("The profile does nothing to packets of that direction.") }
    if !facts.link.flags.contains(.up) { warnings.append("\(facts.link.name) is down.") }
    if facts.link.kind == "bridge" {
      warnings.append(
        "\(facts.link.name) is a bridge: what passes between its ports is not conditioned, only this machine's own packets."
      )
    }
    if steps.contains(where: {
      if case .detour(.downlink, .netem(let netem)) = $0 { netem.tellsPackets } else { false }
    }),
      let joined = facts.otherEnd?.warning(facts.link.name)
    {
      warnings.append(joined)
    }
    for case .root(.tokenBucket(let bucket)) in steps {
      warnings.append("The kernel has no netem: a tbf stands in, which lets \(bucket.burstBytes) bytes pass at once.")
    }
    if let formerRoot, let lacking = formerRoot.lacking {
      warnings.append("The \(formerRoot.kind) qdisc that is there will be given back without its \(lacking).")
    }
    return warnings
  }
}

extension Netem {
  /// Whether it makes a difference how many packets it is given one as: all are lost or held alike without.
  var tellsPackets: Bool {
    var rest = self
    rest.delayNanoseconds = 0
    rest.limitPackets = KernelPlan.open.limitPackets
    return rest != KernelPlan.open && lossFraction != .max
  }
}
