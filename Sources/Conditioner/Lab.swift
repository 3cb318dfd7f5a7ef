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
  /// The client's interfaces; the first that is up carries the default route.
  public nonisolated let interfaces: [LabInterface]
  /// Whether the lab has IPv6 beside IPv4: only a machine without it lacks it.
  public nonisolated let hasIPv6: Bool
  /// The origin's addresses, IPv4 first.
  public nonisolated let originAddresses: [String]

  /// A link, what imposes its conditions, and which these are.
  private struct Road {
    let link: LabLink
    let engine: any Engine
    var profile: Profile = .unconditioned
  }

  private var roads: [Road] = []
  private let origin: OriginServers
  private let wayOut: WayOut?

  /// Makes a lab whose only link is named for `interfaceType` and has no conditions yet.
  ///
  /// - Throws: ``LabError``, `NetlinkError` or `SystemError`; nothing is left behind.
  public init(interfaceType: InterfaceType = .wifi, options: LabOptions = LabOptions()) async throws {
    try await self.init(interfaces: [LabInterface(interfaceType)], options: options)
  }

  /// Makes a lab with one or several links, which have no conditions yet. The origin is the same over each.
  ///
  /// - Parameter interfaces: The client's interfaces, 1 to 5, best first, with different names of at most 13 bytes.
  /// - Throws: ``LabError``, `NetlinkError` or `SystemError`; nothing is left behind.
  public init(interfaces: [LabInterface], options: LabOptions = LabOptions()) async throws {
    try Self.check(interfaces)
    let capabilities = if let known = options.capabilities { known } else { try await Capabilities.probe() }
    engine = try EngineDecision(options.engine, capabilities, profiles: options.profiles)
    let hasIPv6 = KernelSetting.exists("net/ipv6/conf/default/disable_ipv6")
    self.hasIPv6 = hasIPv6
    self.interfaces = interfaces
    let topologies = interfaces.enumerated().map { number, interface in
      LabTopology(interface: interface.name, number: number, ipv6: hasIPv6)
    }
    let families = topologies[0].families
    originAddresses = families.map { $0.origin.address.description }
    let namespaces = try await LabNamespaces(interfaces: interfaces.count)
    client = namespaces.client
    network = namespaces.network
    try namespaces.addOrigin(families.map(\.origin))
    for topology in topologies {
      let link = try await LabLink(topology, engine: engine.engine, in: namespaces)
      roads.append(Road(link: link, engine: try await Self.engine(engine.engine, on: link, in: namespaces, options)))
    }
    wayOut = options.hasWayOut ? try await WayOut(topologies, in: namespaces) : nil
    origin = try await OriginServers.start(
      in: network, addresses: originAddresses, names: [Lab.originName: originAddresses],
      others: options.hasWayOut ? try NameServerList.ofMachine() : nil)
  }

  /// The origin's address of a family, of `any` the first; nil where the lab lacks it.
  public nonisolated func originAddress(_ family: ProtocolFamily) -> String? {
    guard family == .ipv6 else { return originAddresses[0] }
    return hasIPv6 ? originAddresses[1] : nil
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
    var options = options
    options.profiles.append(profile)
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

  /// The name of the best interface, such as `wlan0`: the only one, but in a lab that was made with several.
  public nonisolated var interface: String { interfaces[0].name }

  /// What is imposed now on the link of an interface; nil is the best one.
  ///
  /// - Throws: ``LabError`` if there is no such interface.
  public func profile(of interface: String? = nil) throws -> Profile { try roads[road(interface)].profile }

  /// Imposes a profile from now on; what is in the link already keeps its time of delivery.
  ///
  /// - Parameter interface: The client's interface; nil for all of them, one after the other.
  /// - Returns: when this was asked and from when it holds.
  /// - Throws: ``LabError`` or `NetlinkError`; the conditions are then the old ones.
  @discardableResult
  public func apply(_ profile: Profile, to interface: String? = nil) async throws -> AppliedCondition {
    let began = MonotonicClock.now()
    var applied = began
    let chosen = try interface.map { [try road($0)] } ?? Array(roads.indices)
    let before = chosen.map { roads[$0].profile }
    do {
      for index in chosen { applied = try await impose(profile, on: index) }
    } catch {
      // One link's conditions alone are no profile's.
      for (index, old) in zip(chosen, before) where roads[index].profile != old { _ = try await impose(old, on: index) }
      throw error
    }
    // One name server stands for all links: it fails as the one that carries the default route says.
    let carrier = roads.first { $0.profile.linkState == .up }
    origin.fail(carrier?.profile.dnsFailure.map(NameServerFailure.init))
    return AppliedCondition(began: began, applied: applied)
  }

  /// - Returns: from when it holds.
  private func impose(_ profile: Profile, on index: Int) async throws -> Int64 {
    let engineTime = try await roads[index].engine.apply(profile)
    let linkTime: Int64?
    do {
      linkTime = try setState(profile.linkState, index)
    } catch {
      _ = try await roads[index].engine.apply(roads[index].profile)
      throw error
    }
    roads[index].profile = profile
    return linkTime ?? engineTime
  }

  /// What crossed an interface's link since the lab was made; nil is the best one.
  ///
  /// - Throws: ``LabError``, such as for an interface that there is not.
  public func counters(of interface: String? = nil) async throws -> LinkCounters {
    try await roads[road(interface)].engine.counters()
  }

  /// Why there is no way to the real network any more; nil while there is one, or none was asked for.
  public nonisolated var wayOutFailure: EarlyEnd? { wayOut?.failure }

  /// Ends the engines, the origin and the way out; the namespaces go when nothing holds them.
  public func end() async {
    for road in roads { road.engine.stop() }
    origin.stop()
    await wayOut?.stop()
  }

  /// Makes sure that a lab can be connected to the real network from here.
  ///
  /// - Throws: ``LabError`` that names what is missing.
  public static func checkWayOut() throws(LabError) { _ = try WayOut.findTool() }

  private func road(_ interface: String?) throws -> Int {
    guard let interface else { return 0 }
    guard let index = interfaces.firstIndex(where: { $0.name == interface }) else {
      throw LabError(
        .failed, "find interface '\(interface)' of the lab",
        because: "it has \(interfaces.map(\.name).joined(separator: ", ")).")
    }
    return index
  }

  /// Puts the link into a state; the time from which the kernel took it, or nil where it was in that state already.
  private func setState(_ state: LinkState, _ index: Int) throws -> Int64? {
    guard state != roads[index].profile.linkState else { return nil }
    // Taken before: the kernel announces the change before the call returns.
    let began = MonotonicClock.now()
    try roads[index].link.setState(state)
    return began
  }

  private static func check(_ interfaces: [LabInterface]) throws(LabError) {
    func refuse(_ cause: String) -> LabError { LabError(.failed, "make a lab", because: cause) }
    guard (1...LabTopology.most).contains(interfaces.count) else {
      throw refuse("\(interfaces.count) interfaces were asked for; it can have 1 to \(LabTopology.most).")
    }
    for interface in interfaces {
      let name = interface.name
      guard (1...LabTopology.longestName).contains(name.utf8.count), name != "lo", name != ".", name != "..",
        name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x2f && $0 != 0x3a })
      else {
        throw refuse(
          "'\(name)' can't be the name of an interface; it has 1 to \(LabTopology.longestName) ASCII characters, no "
            + "space, slash or colon, and is not lo.")
      }
      guard interfaces.count(where: { $0.name == name }) == 1 else {
        throw refuse("two interfaces are called '\(name)'.")
      }
    }
  }

  private static func engine(
    _ kind: EngineKind, on link: LabLink, in namespaces: LabNamespaces, _ options: LabOptions
  ) async throws -> any Engine {
    switch kind {
    case .kernel:
      try KernelEngine(
        route: namespaces.linkRoute, topology: link.topology, clientSide: link.clientSide,
        networkSide: link.networkSide, seed: options.seed)
    case .userspace:
      try await namespaces.link.perform {
        try UserspaceEngine(clientSide: link.clientSide, networkSide: link.networkSide, seed: options.seed)
      }
    }
  }
}
