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
  public var missingForKernelEngine: [Answer] { answers.filter { $0.refusal != nil } }

  /// Asks the kernel by trying each piece in a namespace that is gone afterwards.
  ///
  /// - Throws: `SystemError` if no namespace can be made at all.
  public static func probe() async throws -> Capabilities {
    let scratch = try NetworkNamespace.create(name: "lc-probe")
    let answers = try await scratch.perform { try answersOfThisNamespace() }
    return Capabilities(kernelRelease: try KernelSetting.read("kernel/osrelease"), answers: answers)
  }

  private static func answersOfThisNamespace() throws -> [Answer] {
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
    var answers = [
      answer(.veth) { try route.addVethPair(VethEnd(name: "probe0"), VethEnd(name: "probe1")) }
    ]
    guard let near = try route.link(named: "probe0"), let far = try route.link(named: "probe1") else {
      return answers
    }
    answers.append(
      answer(.ingress) { try route.addQdisc(.ingress, to: near.index, parent: .ingress, handle: .ingressHandle) })
    answers.append(
      answer(.redirect) { try route.addRedirect(from: near.index, to: far.index, match: .all, priority: 1) })
    answers.append(
      answer(.netem) {
        try route.addQdisc(
          .netem(KernelPlan.open), to: far.index, parent: .root, handle: KernelPlan.handle)
      })
    return answers
  }
}
