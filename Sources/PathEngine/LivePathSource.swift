public import LinuxSystem
public import Netlink
internal import Synchronization

/// The facts of a network namespace, from its kernel.
///
/// Events are listened to from the moment this is made, so nothing that changes after the first snapshot is missed. A
/// snapshot is several dumps and look-ups, between which the kernel may change things; each such change is an event, after
/// which everything is read again.
///
/// Of more than ``mostRoutes`` routes only the default routes are kept beyond the first. Nothing is decided by the others: to
/// what a packet may come is asked of the kernel.
public final class LivePathSource: PathSource {
  /// So many routes are kept whatever they lead to: more than any machine has that is no router.
  public static let mostRoutes = 512

  private let route: RouteSocket
  /// The routes of the last reading, where the table is long.
  private let remembered = Mutex<(routes: [RouteFacts], leftOut: Int)?>(nil)
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
    try EventSocket(groups: [.links, .addresses, .routes, .rules], receiveBuffer: receiveBuffer)
  }

  /// Readable when there are events.
  public var descriptor: Int32 { announcements.descriptor }

  /// What was announced since the last call; never waits.
  ///
  /// - Throws: `NetlinkError`.
  public func events() throws -> [NetlinkEvent] { try announcements.read() }

  /// As ``snapshot()``; of a long table the routes are those of the last reading. The answers are the kernel's of now.
  ///
  /// - Throws: As ``snapshot()``.
  public func snapshotAtOnce() throws -> NetworkSnapshot {
    try snapshot(with: remembered.withLock { $0 })
  }

  /// Everything, read now.
  ///
  /// - Throws: `NetlinkError` if a dump fails. A refused route look-up is an answer, not an error.
  public func snapshot() throws -> NetworkSnapshot { try snapshot(with: nil) }

  private func snapshot(with known: (routes: [RouteFacts], leftOut: Int)?) throws -> NetworkSnapshot {
    var answers: [IPAddress: NetworkSnapshot.RouteAnswer] = [:]
    for canary in overrides.canaries { answers[canary] = answer(to: canary) }
    // An override speaks of another place than this process's `/etc`.
    let nameServers = overrides.hasNameServer == nil ? NameServers.configured : []
    let (routes, leftOut) = try known ?? route.routes(atMost: Self.mostRoutes)
    if known == nil { remembered.withLock { $0 = leftOut > 0 ? (routes, leftOut) : nil } }
    var snapshot = NetworkSnapshot(
      links: try route.links(), addresses: try route.addresses(), routes: routes, answers: answers,
      hasNameServer: overrides.hasNameServer ?? !nameServers.isEmpty, nameServers: nameServers,
      blockedRadios: BlockedRadios.read())
    snapshot.routesLeftOut = leftOut
    snapshot.routesAreRemembered = known != nil
    return snapshot
  }

  /// The route that a packet to an address would take now. Equivalent to `ip route get ADDRESS fibmatch`.
  ///
  /// Of several next hops it is the first by which a packet can leave, since the kernel spreads over those.
  public func answer(to ip: IPAddress) -> NetworkSnapshot.RouteAnswer {
    do {
      let hops = try route.lookUpRoutes(to: ip)
      return .route(hops.first { !$0.isLinkDown && !$0.isDead } ?? hops[0])
    } catch {
      return .refused(error.code.rawValue)
    }
  }
}
