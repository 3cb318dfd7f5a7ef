internal import Glibc
public import LinuxSystem
internal import Netlink
public import PathEngine

/// A client namespace with wlan0 (and eth0 where asked) whose far ends are in another, set up by `ip`.
public struct LiveNetwork: Sendable {
  /// `ip` did not succeed.
  public struct ToolFailed: Error, CustomStringConvertible {
    /// The command, its status and what it said.
    public let description: String
  }

  /// Makes wlan0 Wi-Fi, and leaves this machine's own resolv.conf out.
  public static let overrides = InterfaceOverrides(types: ["wlan0": .wifi], hasNameServer: true)
  /// Where wlan0 and eth0 are.
  public let client: NetworkNamespace
  /// Where far1 and far2 are.
  public let far: NetworkNamespace

  /// Both ends up, addresses of both families without duplicate address detection, default routes of metric
  /// 100 by wlan0 and 200 by eth0.
  public init(second: Bool = false) async throws {
    client = try NetworkNamespace.create(name: "t-client")
    far = try NetworkNamespace.create(name: "t-far")
    try add("wlan0", number: 1)
    if second { try add("eth0", number: 2) }
    // The kernel tells carriers and completes IPv6 addresses from queues of its own, after `ip` has ended; the route of
    // the local table is the last of it.
    let names = second ? ["wlan0", "eth0"] : ["wlan0"]
    let local = (1...names.count).map { IPPrefix("2001:db8:\($0)::2/128") }
    try await waitUntil("both families can use \(names)") {
      let snapshot = try source().snapshot()
      let path = NetworkPath(snapshot, overrides: Self.overrides)
      return path.interfaces.map(\.name) == names && path.supportsIPv4 && path.supportsIPv6
        && local.allSatisfy { prefix in snapshot.routes.contains { $0.kind == .local && $0.destination == prefix } }
    }
  }

  private func add(_ name: String, number: Int) throws {
    // Of a pair whose ends have the same number, as in two fresh namespaces, the kernel (link_watch.c) takes a lost carrier
    // for not urgent and announces it up to 1 s later.
    // The kernel's own fe80::/64 addresses take 1.2 s to be usable and would announce themselves in the middle of a test.
    try ip(
      "link add \(name) index \(10 + number) type veth peer name far\(number) netns /proc/\(getpid())/fd/\(far.descriptor)"
    )
    try ip("link set \(name) addrgenmode none")
    try ipFar("link set far\(number) addrgenmode none")
    try ipFar("link set far\(number) up")
    try ip("link set \(name) up")
    try ip("address add 192.0.\(number).2/24 dev \(name)")
    try ip("address add 2001:db8:\(number)::2/64 dev \(name) nodad")
    try addDefaults(name, number: number)
  }

  /// The default routes, as DHCP and router advertisements would bring them.
  public func addDefaults(_ name: String, number: Int) throws {
    try ip("route add default via 192.0.\(number).1 dev \(name) metric \(number * 100)")
    try ip("-6 route add default via 2001:db8:\(number)::1 dev \(name) metric \(number * 100)")
  }

  /// Runs `ip` in the client's namespace.
  public func ip(_ line: String) throws { try Self.ip(line, client) }

  /// Runs `ip` in the namespace of the far ends.
  public func ipFar(_ line: String) throws { try Self.ip(line, far) }

  private static func ip(_ line: String, _ namespace: NetworkNamespace) throws {
    let (status, output) = try namespace.performBlocking {
      try Shell.run(["ip"] + line.split(separator: " ").map(String.init))
    }
    guard status == 0 else { throw ToolFailed(description: "ip \(line): status \(status), \(output)") }
  }

  /// Runs `body`; when it began and ended.
  public static func timed(_ body: () throws -> Void) rethrows -> (began: Int64, ended: Int64) {
    let began = MonotonicClock.now()
    try body()
    return (began, MonotonicClock.now())
  }

  /// The facts of the client.
  public func source(receiveBuffer: Int32? = nil) throws -> LivePathSource {
    try LivePathSource(namespace: client, overrides: Self.overrides, receiveBuffer: receiveBuffer)
  }

  /// What the path is now, read once.
  public func path() throws -> NetworkPath { NetworkPath(try source().snapshot(), overrides: Self.overrides) }
}
