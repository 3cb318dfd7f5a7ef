public import Netlink

/// Everything that a path is decided from, read at one time.
public struct NetworkSnapshot: Hashable, Sendable {
  /// What the kernel answered when asked for the route to a canary.
  public enum RouteAnswer: Hashable, Sendable {
    /// The route.
    case route(RouteFacts)
    /// Refused, with the error number: ENETUNREACH, EHOSTUNREACH, EINVAL for a blackhole, EACCES for a prohibit route.
    case refused(Int32)
  }

  /// The interfaces.
  public var links: [LinkFacts]
  /// Their addresses.
  public var addresses: [AddressFacts]
  /// All routes; of a long table (see ``LivePathSource``) the default routes and the first of the others.
  public var routes: [RouteFacts]
  /// How many further routes there are.
  public var routesLeftOut = 0
  /// Whether all but the answers is of an earlier reading, brought up to date by what events told.
  public var isRemembered = false
  /// The route to each canary.
  public var answers: [IPAddress: RouteAnswer]
  /// Whether a DNS server is configured.
  public var hasNameServer: Bool
  /// The DNS servers, the one that is asked first in front; may be empty although there is one that only an override knows.
  public var nameServers: [IPAddress]
  /// Kinds of radio that are all switched off (rfkill).
  public var blockedRadios: Set<InterfaceType>
  /// What drivers say that their links are, by number (`/sys/class/net`).
  public var deviceTypes: [Int32: InterfaceType] = [:]

  /// A snapshot as given, for tests and scripted sources.
  public init(
    links: [LinkFacts] = [], addresses: [AddressFacts] = [], routes: [RouteFacts] = [],
    answers: [IPAddress: RouteAnswer] = [:], hasNameServer: Bool = false,
    nameServers: [IPAddress] = [], blockedRadios: Set<InterfaceType> = []
  ) {
    self.links = links
    self.addresses = addresses
    self.routes = routes
    self.answers = answers
    self.hasNameServer = hasNameServer
    self.nameServers = nameServers
    self.blockedRadios = blockedRadios
  }
}
