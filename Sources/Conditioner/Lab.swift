public import LinuxSystem
internal import Netlink
internal import Origin
public import Profiles

/// A throwaway network: a client, a link with conditions, and a network with an origin server, each a namespace.
///
/// ```swift
/// try await Lab.with(.edge) { lab in
///   let result = try await lab.run(["curl", "-s", "http://origin.test/"])
///   print(result.standardOutput)
///   try await lab.apply(.unconditioned)
/// }
/// ```
///
/// Nothing of the host's network is touched. The namespaces are held by descriptors and every command runs in a PID
/// namespace of its own, so all of it is gone when the process ends, by whatever signal.
public actor Lab {
  /// Which engine imposes the conditions, and why that one.
  public nonisolated let engine: EngineDecision
  /// Where the client's programs, monitors and probes live.
  public nonisolated let client: NetworkNamespace
  /// Where the origin lives.
  public nonisolated let network: NetworkNamespace
  /// The name of the client's interface, such as `wlan0`.
  public nonisolated let interface: String
  /// Whether the lab has IPv6 beside IPv4: only a machine without it lacks it.
  public nonisolated let hasIPv6: Bool
  /// The origin's addresses, IPv4 first.
  public nonisolated let originAddresses: [String]

  /// What is imposed now.
  public private(set) var profile: Profile = .unconditioned

  private let link: LabLink
  private let conditioning: any Engine
  private let origin: OriginServers

  /// Makes a lab whose link is named for `interfaceType` and has no conditions yet.
  ///
  /// - Throws: ``LabError``, `NetlinkError` or `SystemError`; nothing is left behind.
  public init(interfaceType: InterfaceType = .wifi, options: LabOptions = LabOptions()) async throws {
    let capabilities = if let known = options.capabilities { known } else { try await Capabilities.probe() }
    engine = try EngineDecision(options.engine, capabilities)
    hasIPv6 = KernelSetting.exists("net/ipv6/conf/default/disable_ipv6")
    let topology = LabTopology(interfaceType, ipv6: hasIPv6)
    interface = topology.interface
    originAddresses = topology.families.map { $0.origin.address.description }
    client = try NetworkNamespace.create(name: "lc-client")
    network = try NetworkNamespace.create(name: "lc-network")
    let middle = try NetworkNamespace.create(name: "lc-link")
    let link = try await LabLink(topology, client: client, link: middle, network: network)
    self.link = link
    conditioning =
      switch engine.engine {
      case .kernel:
        try KernelEngine(
          route: link.linkRoute, topology: topology, clientSide: link.clientSide, networkSide: link.networkSide)
      case .userspace:
        try await middle.perform {
          try UserspaceEngine(clientSide: link.clientSide, networkSide: link.networkSide, seed: options.seed)
        }
      }
    origin = try await OriginServers.start(
      in: network, addresses: originAddresses, names: [Lab.originName: originAddresses])
  }

  /// The name under which the lab's DNS server knows the origin.
  public static let originName = "origin.test"

  /// Makes a lab under a profile, lends it to `body`, and takes it away.
  ///
  /// - Throws: what making the lab or `body` throws.
  public static func with<Result: Sendable>(
    _ profile: Profile = .unconditioned, options: LabOptions = LabOptions(),
    _ body: (Lab) async throws -> Result
  ) async throws -> Result {
    let lab = try await Lab(interfaceType: profile.interfaceType, options: options)
    do {
      try await lab.apply(profile)
      let result = try await body(lab)
      await lab.end()
      return result
    } catch {
      await lab.end()
      throw error
    }
  }

  /// Imposes a profile from now on; what is in the link already keeps its time of delivery.
  ///
  /// - Returns: when this was asked and from when it holds.
  /// - Throws: ``LabError`` or `NetlinkError`; the conditions are then the old ones.
  @discardableResult
  public func apply(_ profile: Profile) async throws -> AppliedCondition {
    let began = MonotonicClock.now()
    let engineTime = try await conditioning.apply(profile)
    let linkTime = try setState(profile.linkState)
    self.profile = profile
    return AppliedCondition(began: began, applied: linkTime ?? engineTime)
  }

  /// What crossed the link since the lab was made.
  public func counters() throws -> LinkCounters {
    try conditioning.counters()
  }

  /// Ends the engine and the origin; the namespaces go when nothing holds them.
  public func end() {
    conditioning.stop()
    origin.stop()
  }

  /// Puts the link into a state; the time from which the kernel took it, or nil where it was in that state already.
  private func setState(_ state: LinkState) throws -> Int64? {
    guard state != profile.linkState else { return nil }
    // Taken before: the kernel announces the change before the call returns.
    let began = MonotonicClock.now()
    switch state {
    case .up:
      try link.linkRoute.setLink(link.clientSide, up: true)
      try link.setUpClientInterface()
    case .noCarrier:
      try link.setUpClientInterface()
      try link.linkRoute.setLink(link.clientSide, up: false)
    case .down:
      try link.linkRoute.setLink(link.clientSide, up: true)
      try link.clientRoute.setLink(link.clientIndex, up: false)
    }
    return began
  }
}
