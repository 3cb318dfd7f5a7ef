import LinuxSystem
import PathEngine
import SystemConfiguration
import TestSupport
import Testing

/// SCNetworkReachability on the kernel. Each test is a process with namespaces of its own.
@Suite(
  "SCNetworkReachability on the kernel",
  .makesNamespaces)
struct LiveReachabilityTests {
  @Test("has the flags of the route to each address")
  func flagsOfRoutes() async {
    await #expect(processExitsWith: .success) {
      let live = try await LiveNetwork()
      try live.ip("link set lo up")
      let network = MonitoredNetwork(namespace: live.client, overrides: LiveNetwork.overrides)
      func letters(_ host: String) throws -> String {
        let target = try #require(network.use { SCNetworkReachabilityCreateWithName(nil, host) })
        return ReachabilityFlags(rawValue: try #require(flags(target)).rawValue).description
      }
      let rows = [
        ("0.0.0.0", "-R -------"), ("203.0.113.7", "-R -------"), ("192.0.1.9", "-R ------d"),
        ("192.0.1.2", "-R -----l-"), ("127.0.0.1", "-R -----l-"), ("2001:db8:1::9", "-R ------d"),
        ("2001:db8:9::9", "-R -------"), ("169.254.0.0", "-R ------d"), ("192.0.1.255", "-R ------d"),
        ("224.0.0.1", "-R ------d"),
      ]
      for (host, expected) in rows { #expect(try letters(host) == expected, "\(host)") }
      // The route stays, and a look-up alone would go on to succeed.
      try live.ipFar("link set far1 down")
      try await waitUntil("the carrier is gone") { try live.path().status == .unsatisfied }
      for host in ["0.0.0.0", "203.0.113.7", "192.0.1.9", "169.254.0.0"] {
        #expect(try letters(host) == "-- -------", "\(host)")
      }
      #expect(try letters("127.0.0.1") == "-R -----l-")
      try live.ipFar("link set far1 up")
      try live.ip("route add prohibit 198.51.100.0/24")
      try await waitUntil("the carrier is back") { try live.path().status == .satisfied }
      #expect(try letters("198.51.100.1") == "-- -------")
    }
  }

  @Test("calls for a host route that comes and goes")
  func hostRoute() async {
    await #expect(processExitsWith: .success) {
      let live = try await LiveNetwork()
      let network = MonitoredNetwork(namespace: live.client, overrides: LiveNetwork.overrides)
      let host = try #require(network.use { target("198.51.100.7") })
      let log = CallLog()
      log.listen(to: host)
      SCNetworkReachabilitySetDispatchQueue(host, DispatchQueue(label: "test"))
      #expect(flags(host) == .reachable)
      try live.ip("route add unreachable 198.51.100.7")
      try await waitUntil("it is unreachable") { log.given == [[]] }
      try live.ip("route del unreachable 198.51.100.7")
      try await waitUntil("it is reachable") { log.given == [[], .reachable] }
      #expect(log.isConsistent)
      SCNetworkReachabilitySetDispatchQueue(host, nil)
    }
  }

  @Test("a name that nobody answers for is reachable at first, and then unreachable")
  func deadName() async {
    await #expect(processExitsWith: .success) {
      let live = try await LiveNetwork()
      let network = MonitoredNetwork(namespace: live.client, overrides: LiveNetwork.overrides)
      // Whatever this machine's resolver settings are, nothing answers in this namespace: no server is there.
      let name = try #require(network.use { SCNetworkReachabilityCreateWithName(nil, "nowhere.linkcond.test") })
      let log = CallLog()
      log.listen(to: name)
      // That nobody waits for a look-up, and that 5 s are the most it takes, is shown by the script's clock: scheduling here
      // makes sockets and a thread, which may take a busy machine any time.
      SCNetworkReachabilitySetDispatchQueue(name, DispatchQueue(label: "test"))
      try await waitUntil("it is reachable") { log.given.first == .reachable }
      try await waitUntil("it is unreachable", deadline: .seconds(60)) { log.given == [.reachable, []] }
      SCNetworkReachabilitySetDispatchQueue(name, nil)
    }
  }
}
