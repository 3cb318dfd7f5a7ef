internal import LinuxSystem
public import Netlink

/// The facts of a network namespace, from its kernel.
public final class LivePathSource: PathSource {
  private let route: RouteSocket
  private let announcements: EventSocket
  private let overrides: InterfaceOverrides

  /// Listens and asks in the calling thread's namespace.
  ///
  /// - Throws: `NetlinkError`.
  public init(overrides: InterfaceOverrides, receiveBuffer: Int32? = nil) throws {
    self.overrides = overrides
    route = try RouteSocket()
    announcements = try EventSocket(groups: [.links, .addresses, .routes], receiveBuffer: receiveBuffer)
  }

  /// Readable when there are events.
  public var descriptor: Int32 { announcements.descriptor }

  /// What was announced since the last call; never waits.
  ///
  /// - Throws: `NetlinkError`.
  public func events() throws -> [NetlinkEvent] { try announcements.read() }

  /// Everything, read now.
  ///
  /// - Throws: `NetlinkError`.
  public func snapshot() throws -> NetworkSnapshot {
    var answers: [IPAddress: NetworkSnapshot.RouteAnswer] = [:]
    for canary in overrides.canaries {
      do {
        answers[canary] = .route(try route.lookUpRoute(to: canary))
      } catch {
        answers[canary] = .refused(error.code.rawValue)
      }
    }
    return NetworkSnapshot(
      links: try route.links(), addresses: try route.addresses(), routes: try route.routes(), answers: answers,
      hasNameServer: overrides.hasNameServer ?? NameServers.areConfigured)
  }
}
