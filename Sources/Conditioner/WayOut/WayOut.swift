internal import LinuxSystem
internal import Netlink
internal import Synchronization

/// What connects a lab's network side to the real network: one or several processes of pasta or slirp4netns, which end with
/// this process, and the routes to them in the lab's own namespace. Nothing of the machine's is changed.
final class WayOut: Sendable {
  private final class Carrier: Sendable {
    let outlet: Outlet
    let process: LabProcess
    private let said: Said
    private let reader: OwnThread

    private final class Said: Sendable {
      let text = Mutex("")
    }

    init(_ outlet: Outlet, _ command: [String], into namespace: NetworkNamespace) throws {
      self.outlet = outlet
      let output = try CapturedOutput()
      var request = SpawnRequest(arguments: command, networkNamespace: -1)
      request.joinedNamespace = namespace.descriptor
      request.standardInput = -1
      (request.standardOutput, request.standardError) = (output.writeEnd, output.writeEnd)
      // What a terminal sends is the command's to take, and this ends after it.
      request.hasOwnSession = true
      process = try LabProcess.spawn(request)
      output.closeWriteEnd()
      let said = Said()
      self.said = said
      reader = try output.lines { line, _ in said.text.withLock { $0 += line.text + "\n" } }
    }

    // A lab that is not finished, or is let go of: the process must not wait for the end of this one.
    deinit { process.send(signal: 9) }

    var hasEnded: Bool { process.ended != nil }

    /// What it said; all of it, once it has ended.
    var reason: String {
      if hasEnded { _ = reader.join(within: 1_000_000_000) }
      return WayOutTool.reason(in: said.text.withLock { $0 })
    }
  }

  /// The program's name.
  let tool: WayOutTool
  private let carriers: [Carrier]

  private static let operation = "connect the lab to the real network"

  /// Which program there is, and whether it can work.
  ///
  /// - Throws: ``LabError`` that names what is missing.
  static func findTool() throws(LabError) -> (tool: WayOutTool, path: String) {
    let folders = SpawnRequest(arguments: [], networkNamespace: -1).environment["PATH"] ?? ""
    let found = try WayOutTool.find(in: folders) { SystemFile.isExecutable($0) }
    do throws(SystemError) {
      _ = try FileDescriptor(path: "/dev/net/tun", flags: SystemFile.readAndWrite)
    } catch {
      throw LabError(
        error.errno == .permissionDenied || error.errno == .notPermitted ? .notPermitted : .missingPiece, operation,
        because: "'\(found.tool.rawValue)' needs /dev/net/tun, and it cannot be opened: \(error.errno).",
        advice: "Run as root, load the module tun, or start a container with '--device /dev/net/tun'.")
    }
    return found
  }

  /// Connects the network side.
  ///
  /// - Parameter topologies: The lab's links, which are up.
  /// - Throws: ``LabError`` with what the program said, `SpawnError`, `SystemError` or `NetlinkError`; its processes have
  ///   ended then.
  init(_ topologies: [LabTopology], in namespaces: LabNamespaces) async throws {
    let (tool, path) = try Self.findTool()
    self.tool = tool
    let hasIPv6 = topologies[0].families.count > 1 && tool.hasIPv6 ? try Self.machineHasIPv6Route() : false
    try await namespaces.network.perform {
      try KernelSetting.write("net/ipv4/ip_forward", "1")
      if hasIPv6 { try KernelSetting.write("net/ipv6/conf/all/forwarding", "1") }
      // Packets come back by another interface than those of the network side would leave by.
      for scope in ["all", "default"] { try KernelSetting.write("net/ipv4/conf/\(scope)/rp_filter", "0") }
      // slirp4netns asks who has the address of a client that it answers.
      try KernelSetting.write("net/ipv4/conf/default/proxy_arp", "1")
    }
    let isRoot = UserNamespace.isRoot
    carriers = try Outlet.all(for: topologies, oneServesAll: tool.servesManyAddresses, ipv6: hasIPv6).map { outlet in
      try Carrier(
        outlet,
        [path]
          + tool.arguments(
            for: outlet, namespace: SpawnRequest.joinedNamespacePath, ipv6: hasIPv6, isRoot: isRoot),
        into: namespaces.network)
    }
    for carrier in carriers { try await Self.connect(carrier, tool, namespaces.networkRoute) }
  }

  /// Waits for the interface that a process makes, and leads the routes there.
  private static func connect(_ carrier: Carrier, _ tool: WayOutTool, _ route: RouteSocket) async throws {
    let outlet = carrier.outlet
    let deadline = MonotonicClock.now() + 10_000_000_000
    while try route.link(named: outlet.interface) == nil {
      guard !carrier.hasEnded else {
        throw LabError(.failed, operation, because: "'\(tool.rawValue)' ended at once: \(carrier.reason)")
      }
      guard MonotonicClock.now() < deadline else {
        throw LabError(
          .failed, operation,
          because: "'\(tool.rawValue)' made no interface within 10 s: \(carrier.reason)")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    let index = try route.index(of: outlet.interface)
    try route.setLink(index, up: true)
    for (own, gateway) in zip(outlet.own, outlet.gateways) {
      try route.addAddress(own, to: index)
      if let hardware = Outlet.gatewayHardware {
        try route.setPermanentNeighbour(gateway, hardware, interface: index)
      }
      try route.replaceRoute(
        destination: nil, gateway: gateway, interface: index, metric: 0, table: outlet.table)
    }
    for source in outlet.sources { try route.addRule(from: source, table: outlet.table) }
  }

  /// Whether this machine, as the calling thread sees it, has an IPv6 default route: without one nothing goes out by it, and
  /// a client is better told at once.
  private static func machineHasIPv6Route() throws -> Bool {
    try RouteSocket().routes(atMost: 0).routes.contains { $0.family == .ipv6 && $0.kind == .unicast }
  }

  /// What ended before it was asked to; nil if all is well.
  var failure: EarlyEnd? {
    carriers.first(where: \.hasEnded).map {
      EarlyEnd("The way to the real network, '\(tool.rawValue)', ended before the run did: \($0.reason)")
    }
  }

  /// Ends the processes, and with them the interfaces.
  func stop() async {
    for carrier in carriers { _ = await carrier.process.end(grace: .zero) }
  }
}
