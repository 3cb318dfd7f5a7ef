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
  public static func probe(_ pieces: [Piece] = Piece.ofKernelEngine) async throws -> Capabilities {
    let scratch = try NetworkNamespace.create(name: "lc-probe")
    let answers = try await scratch.perform { try answersOfThisNamespace(pieces) }
    return Capabilities(kernelRelease: try KernelSetting.read("kernel/osrelease"), answers: answers)
  }

  private static func answersOfThisNamespace(_ pieces: [Piece]) throws -> [Answer] {
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
    let pair = answer(.veth) { try route.addVethPair(VethEnd(name: "probe0"), VethEnd(name: "probe1")) }
    // Qdiscs can be tried on the loopback interface where there are no pairs; a redirect needs somewhere to go.
    let near = try route.link(named: "probe0")?.index ?? 1
    let far = try route.link(named: "probe1")?.index ?? 1
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
      case .ifb: answer(piece) { try route.addLink(kind: "ifb", name: "probe2") }
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
  /// What the kernel has of everything that existing interfaces and both engines use.
  ///
  /// Where no namespace can be made, since CAP_SYS_ADMIN is missing, nothing can be tried without touching what is there:
  /// then every piece counts as had, and whatever is missing shows when it is used, and is undone.
  public static func forInterfaces() async throws -> (capabilities: Capabilities, isKnown: Bool) {
    do {
      return (try await probe(Piece.allCases), true)
    } catch let error as SystemError where error.errno == .notPermitted {
      let release = try KernelSetting.read("kernel/osrelease")
      return (Capabilities(kernelRelease: release, answers: Piece.allCases.map { Answer($0, refusal: nil) }), false)
    }
  }
}
