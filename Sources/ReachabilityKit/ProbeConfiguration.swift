/// Whom a ``ReachabilityProbe`` asks, how often, and how long it waits.
public struct ProbeConfiguration: Hashable, Sendable {
  /// IP addresses to probe. Results of all are reported; which decide says `targetRule`.
  public var targets: [String]
  /// The IP address of the name server that is asked; nil asks none.
  public var dnsServer: String?
  /// The name that DNS is asked for and HTTP says it wants.
  public var name: String
  /// Whether HTTP is probed.
  public var probesHTTP: Bool
  /// From one echo to the next.
  public var interval: Duration
  /// How long an echo is waited for, from when it was due if it was sent within 10 ms of that.
  public var timeout: Duration
  /// How long after its sending a late echo answer is still told from a stranger's; at least `timeout`.
  public var lateness: Duration
  /// From one HTTP request to the next, and how long an answer is waited for.
  public var httpInterval: Duration
  /// See `httpInterval`.
  public var httpTimeout: Duration
  /// From one DNS query to the next, and how long an answer is waited for.
  public var dnsInterval: Duration
  /// See `dnsInterval`.
  public var dnsTimeout: Duration
  /// See ``ProbeRule/missesToGoDown``.
  public var missesToGoDown: Int
  /// See ``ProbeRule/successesToComeUp``.
  public var successesToComeUp: Int
  /// The ports of the target's HTTP and echo services and of the name server.
  public var httpPort: UInt16 = 80
  /// See `httpPort`.
  public var echoPort: UInt16 = 7
  /// See `httpPort`.
  public var dnsPort: UInt16 = 53
  /// The port of the target that TCP connections are made to; nil makes none.
  public var tcpPort: UInt16?
  /// From one TCP connection to the next, and how long one may take.
  public var tcpInterval = Duration.seconds(2)
  /// See `tcpInterval`.
  public var tcpTimeout = Duration.seconds(5)
  /// What HTTP asks for and expects.
  public var http = HTTPExpectation()
  /// What the echoes are.
  public var echo = EchoChoice.icmpOrUDP
  /// Probes go by this interface whatever the routes say (`SO_BINDTODEVICE`); nil goes by the routes.
  public var interface: String?
  /// Whose results decide.
  public var targetRule = TargetRule.first
  /// For ``TargetRule/any``: how long a target is waited for until the next is asked too. RFC 8305 recommends 250 ms.
  public var headStart = Duration.milliseconds(250)
  /// The kinds whose results decide, both ways; see ``ProbeRule/kinds``.
  public var decidingKinds: Set<ProbeKind>?
  /// When the network counts as degraded.
  public var quality = ProbeQuality()

  /// What HTTP names as its host: ``name``, with the port where it is not 80.
  var hostHeader: String { httpPort == 80 ? name : "\(name):\(httpPort)" }

  /// A configuration; the times are those of the harness: an echo every 500 ms waited for 2 s, HTTP every 2 s and 5 s, DNS
  /// every 1 s and 5 s.
  public init(
    targets: [String], dnsServer: String? = nil, name: String = "origin.test", probesHTTP: Bool = true,
    interval: Duration = .milliseconds(500), timeout: Duration = .seconds(2), lateness: Duration = .seconds(10),
    httpInterval: Duration = .seconds(2), httpTimeout: Duration = .seconds(5), dnsInterval: Duration = .seconds(1),
    dnsTimeout: Duration = .seconds(5), missesToGoDown: Int = 3, successesToComeUp: Int = 1
  ) {
    self.targets = targets
    self.dnsServer = dnsServer
    self.name = name
    self.probesHTTP = probesHTTP
    self.interval = interval
    self.timeout = timeout
    self.lateness = lateness
    self.httpInterval = httpInterval
    self.httpTimeout = httpTimeout
    self.dnsInterval = dnsInterval
    self.dnsTimeout = dnsTimeout
    self.missesToGoDown = missesToGoDown
    self.successesToComeUp = successesToComeUp
  }
}
