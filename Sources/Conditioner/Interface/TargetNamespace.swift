public import LinuxSystem
internal import Netlink

/// A network namespace that exists, with what is done inside it.
///
/// The own one is not entered, as that would need CAP_SYS_ADMIN where CAP_NET_ADMIN is enough for all the rest.
public final class TargetNamespace: Sendable {
  /// How the user called it.
  public let reference: NamespaceReference
  /// What tells it from every other.
  public let identity: NamespaceIdentity
  private let entered: NetworkNamespace?

  /// Opens it.
  ///
  /// - Throws: ``LabError`` where there is none of that name, or it may not be entered.
  public init(_ reference: NamespaceReference) throws {
    self.reference = reference
    switch reference {
    case .own:
      entered = nil
      identity = try NamespaceIdentity.current()
    case .file(let path, let name):
      let namespace: NetworkNamespace
      do {
        namespace = try NetworkNamespace.open(path: path, name: "lc-target")
      } catch {
        let isMissing = error.errno == .noSuchFile
        let isOther = error.errno == .invalidArgument
        throw LabError(
          error.errno == .notPermitted || error.errno == .permissionDenied ? .notPermitted : .failed,
          "enter namespace '\(name)'",
          because: isMissing ? "there is no \(path)." : isOther ? "\(path) is no network namespace." : "\(error)",
          advice: isMissing || isOther
            ? "Name one that 'ip netns' lists, a process number, or a path such as /proc/PID/ns/net." : nil)
      }
      entered = namespace
      identity = try namespace.performBlocking { try NamespaceIdentity.current() }
    }
  }

  /// Runs `body` inside it while the caller waits.
  public func perform<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    guard let entered else { return try body() }
    return try entered.performBlocking(body)
  }

  /// The namespace where it is another than the own, for what lives in it; nil for the own.
  public var network: NetworkNamespace? { entered }

  /// A descriptor of it to hand to another process; nil for the own.
  public var descriptor: Int32? { entered?.descriptor }

  /// A conversation with the kernel about it.
  func route() throws -> RouteSocket { try perform { try RouteSocket() } }
}
