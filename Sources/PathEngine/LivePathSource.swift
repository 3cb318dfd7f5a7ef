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

  private struct Known {
    /// As it was read last and as events have told since; nil before the first reading and after events were lost.
    var snapshot: NetworkSnapshot?
    /// Counts what ``LivePathSource/events()`` took: a reading during which there was some does not know of it.
    var batches: UInt64 = 0
  }

  private let route: RouteSocket
  private let known = Mutex(Known())
  private let announcements: EventSocket
  private let overrides: InterfaceOverrides
  private let nameServerFile: String
  private let deviceTypes = DeviceTypes()
  /// None where an override tells of the DNS servers, and where no more watches are allowed: they are then as of the last
  /// event of another kind.
  private let nameServerWatch: FileWatch?

  /// Listens and asks in the calling thread's namespace.
  ///
  /// - Parameters:
  ///   - receiveBuffer: How many bytes of events may wait unread before some are lost; nil is 1 MiB where allowed.
  ///   - nameServerFile: Where the DNS servers are, in the form of `resolv.conf(5)`; an absolute path. Followed by
  ///     `inotify(7)`; not read where an override says whether there are some.
  /// - Throws: `NetlinkError`.
  public convenience init(
    overrides: InterfaceOverrides, receiveBuffer: Int32? = nil, nameServerFile: String = "/etc/resolv.conf"
  ) throws {
    self.init(overrides, nameServerFile, try Self.listen(receiveBuffer), try RouteSocket())
  }

  /// Listens and asks in a namespace: the sockets are made on its thread and may be used from any other.
  ///
  /// - Parameters:
  ///   - receiveBuffer: As in ``init(overrides:receiveBuffer:nameServerFile:)``.
  ///   - nameServerFile: As there; a file of this process's, not of the namespace's.
  /// - Throws: `NetlinkError`.
  public convenience init(
    namespace: NetworkNamespace, overrides: InterfaceOverrides, receiveBuffer: Int32? = nil,
    nameServerFile: String = "/etc/resolv.conf"
  ) throws {
    let (announcements, route) = try namespace.performBlocking {
      (try Self.listen(receiveBuffer), try RouteSocket())
    }
    self.init(overrides, nameServerFile, announcements, route)
  }

  private init(
    _ overrides: InterfaceOverrides, _ nameServerFile: String, _ announcements: EventSocket, _ route: RouteSocket
  ) {
    self.overrides = overrides
    self.nameServerFile = nameServerFile
    self.announcements = announcements
    self.route = route
    nameServerWatch = overrides.hasNameServer == nil ? Self.watch(nameServerFile) : nil
  }

  private static func watch(_ path: String) -> FileWatch? {
    // Whoever has used up what inotify allows still gets everything else.
    do { return try FileWatch(path) } catch { return nil }
  }

  private static func listen(_ receiveBuffer: Int32?) throws -> EventSocket {
    try EventSocket(groups: [.links, .addresses, .routes, .rules], receiveBuffer: receiveBuffer)
  }

  /// Readable when there are events.
  public var descriptor: Int32 { announcements.descriptor }

  /// What was announced since the last call; never waits.
  ///
  /// - Throws: `NetlinkError`.
  public func events() throws -> [NetlinkEvent] {
    let events = try announcements.read()
    guard !events.isEmpty else { return [] }
    known.withLock { known in
      known.batches += 1
      if events.contains(.overrun) { known.snapshot = nil }
      for event in events { known.snapshot?.take(event) }
    }
    return events
  }

  /// Readable when the file with the DNS servers may have changed.
  public var settingsDescriptor: Int32 { nameServerWatch?.descriptor ?? -1 }

  /// Whether it may have since the last call; never waits.
  public func settingsChanged() -> Bool { nameServerWatch?.hasChanged() ?? false }

  /// What was read last, as events have told since, with the kernel's answers of now: nothing is listed.
  ///
  /// - Throws: As ``snapshot()``, where nothing was read yet or events were lost.
  public func snapshotAtOnce() throws -> NetworkSnapshot {
    guard var snapshot = known.withLock({ $0.snapshot }) else { return try snapshot() }
    snapshot.answers = answers()
    snapshot.isRemembered = true
    return snapshot
  }

  /// Everything, read now.
  ///
  /// - Throws: `NetlinkError` if a dump fails. A refused route look-up is an answer, not an error.
  public func snapshot() throws -> NetworkSnapshot {
    let batches = known.withLock { $0.batches }
    let answers = answers()
    // An override speaks of another place than this process's `/etc`.
    let nameServers = overrides.hasNameServer == nil ? NameServers.configured(in: nameServerFile) : []
    let (routes, leftOut) = try route.routes(atMost: Self.mostRoutes)
    var snapshot = NetworkSnapshot(
      links: try route.links(), addresses: try route.addresses(), routes: routes, answers: answers,
      hasNameServer: overrides.hasNameServer ?? !nameServers.isEmpty, nameServers: nameServers,
      blockedRadios: BlockedRadios.read())
    snapshot.routesLeftOut = leftOut
    snapshot.deviceTypes = deviceTypes.types(of: snapshot.links)
    // Events that another thread took meanwhile may be newer than this: what is known has them.
    known.withLock { known in if known.batches == batches { known.snapshot = snapshot } }
    return snapshot
  }

  private func answers() -> [IPAddress: NetworkSnapshot.RouteAnswer] {
    Dictionary(overrides.canaries.map { ($0, answer(to: $0)) }, uniquingKeysWith: { first, _ in first })
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
