internal import LinuxSystem
internal import Netlink

/// What the kernel answered when each piece of the kernel engine was tried in a scratch namespace.
///
/// Module lists and `/proc/config.gz` are not read: a module may be listed and not loadable, or built in and not listed.
public struct Capabilities: Hashable, Sendable {
  /// A piece of the kernel that the kernel engine uses.
  public enum Piece: String, Hashable, Sendable, CaseIterable {
    /// Virtual Ethernet pairs; both engines need them.
    case veth
    /// The `ingress` qdisc.
    case ingress
    /// The u32 classifier with the mirred action.
    case redirect = "u32 and mirred"
    /// The netem qdisc.
    case netem
    /// A seed for netem, by which it does the same to the same packets in the same order.
    case netemSeed = "netem's seed"
    /// The intermediate device, through which `apply` conditions what comes in on an existing interface.
    case ifb
    /// The `clsact` qdisc, by which `apply` puts filters on both ways of an existing interface.
    case clsact
    /// The tbf qdisc: a rate alone, where netem is missing.
    case tokenBucket = "tbf"
    /// The blackhole qdisc: 100 % loss, where netem is missing.
    case blackhole

    /// The kernel's module of it, for those who have to load or install it.
    public var module: String {
      switch self {
      case .veth: "veth"
      case .ingress, .clsact: "sch_ingress"
      case .redirect: "cls_u32 and act_mirred"
      case .netem: "sch_netem"
      case .netemSeed: "sch_netem of Linux 6.6 or later"
      case .ifb: "ifb"
      case .tokenBucket: "sch_tbf"
      case .blackhole: "sch_blackhole"
      }
    }

    /// What the kernel engine of a lab cannot do without; the others are for `apply`.
    public static let ofKernelEngine: [Piece] = [.veth, .ingress, .redirect, .netem]
  }

  /// The answer for one piece.
  public struct Answer: Hashable, Sendable {
    /// The piece.
    public let piece: Piece
    /// The kernel's own words if it refused, else nil.
    public let refusal: String?

    /// An answer, as the kernel gave it or as a test wants it.
    public init(_ piece: Piece, refusal: String?) {
      self.piece = piece
      self.refusal = refusal
    }
  }

  /// The running kernel, as `uname -r` prints it.
  public let kernelRelease: String
  /// One answer for each piece.
  public let answers: [Answer]

  /// Capabilities as given.
  public init(kernelRelease: String, answers: [Answer]) {
    self.kernelRelease = kernelRelease
    self.answers = answers
  }

  /// The pieces that the kernel engine needs and the kernel refused, in order of first use.
  public var missingForKernelEngine: [Answer] {
    answers.filter { $0.refusal != nil && Piece.ofKernelEngine.contains($0.piece) }
  }

  /// Whether the kernel took a piece that it was asked for.
  public func has(_ piece: Piece) -> Bool { answers.contains { $0.piece == piece && $0.refusal == nil } }

  /// Asks the kernel by trying each piece in a namespace that is gone afterwards.
  ///
  /// - Parameter pieces: What to try. The kernel may load modules for it, and `ifb` brings two interfaces with it on some.
  /// - Throws: `SystemError` if no namespace can be made at all.
  public static func probe(_ pieces: [Piece] = Piece.ofKernelEngine + [.netemSeed]) async throws -> Capabilities {
    let scratch = try NetworkNamespace.createForLab(name: "lc-probe")
    let answers = try await scratch.perform { try answersOfThisNamespace(pieces, named: "probe") }
    return Capabilities(kernelRelease: try KernelSetting.read("kernel/osrelease"), answers: answers)
  }

  /// Whether netem takes a seed: a kernel that does not says nothing, and shows none.
  private static func seed(
    on interface: Int32, _ route: RouteSocket, _ answer: (Piece, () throws -> Void) -> Answer
  ) -> Answer {
    var netem = KernelPlan.open
    netem.seed = 1
    var held: UInt64?
    let tried = answer(.netemSeed) {
      try route.addQdisc(.netem(netem), to: interface, parent: .root, handle: KernelPlan.handle)
      if case .netem(let got)? = try route.ownQdisc(interface)?.configuration { held = got.seed }
      try route.removeQdisc(interface: interface, parent: .root)
    }
    guard tried.refusal == nil, held == nil else { return tried }
    return Answer(.netemSeed, refusal: "the kernel passes over it")
  }

  /// Tries each piece on interfaces whose names begin with `name`, and on no other.
  fileprivate static func answersOfThisNamespace(_ pieces: [Piece], named name: String) throws -> [Answer] {
    let route = try RouteSocket()
    func answer(_ piece: Piece, _ attempt: () throws -> Void) -> Answer {
      do {
        try attempt()
        return Answer(piece, refusal: nil)
      } catch let error as NetlinkError {
        return Answer(piece, refusal: error.kernelMessage ?? error.description)
      } catch {
        return Answer(piece, refusal: "\(error)")
      }
    }
    let pair = answer(.veth) { try route.addVethPair(VethEnd(name: "\(name)0"), VethEnd(name: "\(name)1")) }
    guard let near = try route.link(named: "\(name)0")?.index, let far = try route.link(named: "\(name)1")?.index else {
      let unknown = "it could not be tried without a pair of veth interfaces."
      return Piece.allCases.filter(pieces.contains).map { $0 == .veth ? pair : Answer($0, refusal: unknown) }
    }
    func tryRoot(_ piece: Piece, _ qdisc: Qdisc) -> Answer {
      let answer = answer(piece) {
        try route.addQdisc(qdisc, to: far, parent: .root, handle: KernelPlan.handle)
        try route.removeQdisc(interface: far, parent: .root)
      }
      return answer
    }
    return Piece.allCases.filter(pieces.contains).map { piece in
      switch piece {
      case .veth: pair
      case .ingress:
        answer(piece) { try route.addQdisc(.ingress, to: near, parent: .ingress, handle: .ingressHandle) }
      case .redirect: answer(piece) { try route.addRedirect(from: near, to: far, match: .all, priority: 1) }
      case .netem: tryRoot(piece, .netem(KernelPlan.open))
      case .netemSeed: seed(on: far, route, answer)
      case .ifb: answer(piece) { try route.addLink(kind: "ifb", name: "\(name)2") }
      case .clsact:
        answer(piece) { try route.addQdisc(.clsact, to: far, parent: .ingress, handle: .ingressHandle) }
      case .tokenBucket:
        tryRoot(
          piece, .tokenBucket(TokenBucket(rateBytesPerSecond: 125_000, burstBytes: 1600, limitBytes: 75_000)))
      case .blackhole: tryRoot(piece, .blackhole)
      }
    }
  }
}

extension Capabilities {
  /// What the kernel has of everything that existing interfaces use.
  ///
  /// Without CAP_SYS_ADMIN there is no scratch namespace. Then the pieces are tried on a pair of linkcond's own beside the
  /// interface, if that may be: down, and gone afterwards. Otherwise every piece counts as had; whatever is missing shows
  /// when it is used, and is undone.
  ///
  /// - Parameter namespace: Where pieces may be tried if need be; nil forbids it.
  /// - Returns: the answers, and whether they are the kernel's.
  public static func forInterfaces(
    in namespace: TargetNamespace?
  ) async throws -> (capabilities: Capabilities, isKnown: Bool) {
    do {
      // What may not be tried is not missing.
      if UserNamespace.forbidsNetworkAdministration {
        throw SystemError("try what the kernel has", errno: .notPermitted)
      }
      return (try await probe(Piece.allCases), true)
    } catch let error as SystemError where error.errno == .notPermitted {
      let release = try KernelSetting.read("kernel/osrelease")
      if let namespace, let answers = try beside(namespace) {
        return (Capabilities(kernelRelease: release, answers: answers), true)
      }
      return (Capabilities(kernelRelease: release, answers: Piece.allCases.map { Answer($0, refusal: nil) }), false)
    }
  }

  /// How the names of such interfaces begin; a process number of up to seven digits and one more follow.
  static let trialPrefix = "lcprobe"

  /// nil where not even a pair can be made.
  private static func beside(_ namespace: TargetNamespace) throws -> [Answer]? {
    try namespace.perform {
      let name = "\(trialPrefix)\(DetachedProcess.own)"
      let answers = try answersOfThisNamespace(Piece.allCases, named: name)
      try removeTrials(try RouteSocket(), named: name)
      return answers.contains { $0.piece == .veth && $0.refusal == nil } ? answers : nil
    }
  }

  /// Takes interfaces of a trial away; without a name those of trials whose process is gone.
  static func removeTrials(_ route: RouteSocket, named name: String? = nil) throws {
    for link in try route.links() where link.name.hasPrefix(name ?? trialPrefix) {
      let process = link.name.dropFirst(trialPrefix.count).dropLast()
      guard name != nil || !SystemFile.exists("/proc/\(process)") else { continue }
      do { try route.removeLink(link.index) } catch {
        // The other end of a pair went with the first.
        guard error.code == .noSuchDevice else { throw error }
      }
    }
  }
}
