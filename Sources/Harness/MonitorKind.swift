/// A monitor that a harness can run.
public enum MonitorKind: String, Hashable, Sendable, CaseIterable {
  /// What the kernel's links, addresses and routes say, as Apple's NWPathMonitor would.
  case path
  /// The flags of the origin's address, as Apple's SCNetworkReachability would have them.
  case reachability
  /// What answers over the link: ICMP echo, HTTP and DNS against the lab's origin.
  case probe
  /// What the user's own program says; there only where there is one.
  case app
}
