public import LinuxSystem
public import Netlink

/// The facts of a network namespace, from its kernel.
///
/// Events are listened to from the moment this is made, so nothing that changes after the first snapshot is missed. A
/// snapshot is several dumps and look-ups, between which the kernel may change things; each such change is an event, after
/// which everything is read again.
public final class LivePathSource: PathSource {
  private let route: RouteSocket
  private let announcements: EventSocket
  private let overrides: InterfaceOverrides

  /// Listens and asks in the calling thread's namespace.
  ///
  /// - Parameter receiveBuffer: How many bytes of events may wait unread before some are lost; nil is 1 MiB where allowed.
  /// - Throws: `NetlinkError`.
  public init(overrides: InterfaceOverrides, receiveBuffer: Int32? = nil) throws {
    self.overrides = overrides
    announcements = try Self.listen(receiveBuffer)
    route = try RouteSocket()
  }

  /// Listens and asks in a namespace: the sockets are made on its thread and may be used from any other.
  ///
  /// - Parameter receiveBuffer: As in ``init(overrides:receiveBuffer:)``.
  /// - Throws: `NetlinkError`.
  public init(namespace: NetworkNamespace, overrides: InterfaceOverrides, receiveBuffer: Int32? = nil) throws {
    self.overrides = overrides
    (announcements, route) = try namespace.performBlocking {
      (try Self.listen(receiveBuffer), try RouteSocket())
    }
  }

  private static func listen(_ receiveBuffer: Int32?) throws -> EventSocket {
    try EventSocket(groups: [.links, .addresses, .routes], receiveBuffer: receiveBuffer)
  }

  /// Readable when there are events.
  public var descriptor: Int32 { announcements.descriptor }

  /// What was announced since the last call; never waits.
  ///
  /// - Throws: `NetlinkError`.
  public func events() throws -> [NetlinkEvent] { try announcements.read() }

  /// Everything, read now.
  ///
  /// - Throws: `NetlinkError` if a dump fails. A refused route look-up is an answer, not an error.
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
