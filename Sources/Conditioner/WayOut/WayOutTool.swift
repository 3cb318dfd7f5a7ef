internal import LinuxSystem
internal import Netlink

/// A program that carries packets between a network namespace and sockets of this machine, as any user's program opens them.
enum WayOutTool: String, CaseIterable, Sendable {
  /// Of passt. Preferred: it has IPv6, and windows of more than 64 KiB.
  case pasta
  /// Rootless containers' older one.
  case slirp4netns

  /// The Debian package that has it.
  var package: String {
    switch self {
    case .pasta: "passt"
    case .slirp4netns: "slirp4netns"
    }
  }

  /// It answers any number of addresses on the lab's side by one interface. pasta before 2024 sends all to the address that
  /// it heard from last (its `addr_seen`), so that each address gets a process and an interface of its own.
  var servesManyAddresses: Bool { self == .slirp4netns }

  /// It carries IPv6. slirp4netns has it as an experiment, and answers no address but its own.
  var hasIPv6: Bool { self == .pasta }

  /// The first that is installed, and where.
  ///
  /// - Parameters:
  ///   - path: Folders with colons between, as `PATH` has them.
  ///   - isExecutable: Whether there is a program at a path.
  /// - Throws: ``LabError`` that names the packages.
  static func find(in path: String, isExecutable: (String) -> Bool) throws(LabError) -> (tool: WayOutTool, path: String)
  {
    for tool in allCases {
      for folder in path.split(separator: ":") where isExecutable("\(folder)/\(tool.rawValue)") {
        return (tool, "\(folder)/\(tool.rawValue)")
      }
    }
    throw LabError(
      .missingPiece, "connect the lab to the real network", because: "neither 'pasta' nor 'slirp4netns' is installed.",
      advice: "Install one of the packages passt (it has pasta) and slirp4netns, as by 'apt-get install passt'.")
  }

  /// Its arguments, so that it makes the interface of an outlet and stays in the foreground. Nothing of this machine's is
  /// forwarded into the lab, and the machine's loopback cannot be reached from there.
  ///
  /// - Parameters:
  ///   - namespace: The path of the lab's network namespace.
  ///   - isRoot: Started as root, where pasta would become `nobody`, who may not join the namespace.
  func arguments(for outlet: Outlet, namespace: String, ipv6: Bool, isRoot: Bool) -> [String] {
    switch self {
    case .pasta:
      ["--foreground", "--quiet"] + (isRoot ? ["--runas", "0:0"] : []) + (ipv6 ? [] : ["--ipv4-only"])
        + [
          "--netns", namespace, "--no-netns-quit", "--ns-ifname", outlet.interface,
          "--address", outlet.guest.description, "--netmask", "24", "--gateway", outlet.gateways[0].description,
          "--no-map-gw", "--no-dhcp", "--no-dhcpv6", "--no-ndp", "--no-ra",
          "--dns", "none", "--tcp-ports", "none", "--udp-ports", "none", "--tcp-ns", "none", "--udp-ns", "none",
        ]
    case .slirp4netns:
      // Its own addresses are some that no real network has.
      [
        "--netns-type=path", "--mtu=1500", "--cidr=203.0.113.0/25", "--disable-host-loopback", "--disable-dns",
        namespace, outlet.interface,
      ]
    }
  }

  /// What the program said that is about the fault: not that there is no system log where it runs.
  static func reason(in output: String) -> String {
    let lines = output.split(whereSeparator: \.isNewline).filter {
      !$0.contains("syslog") && !$0.contains("Don't run as root")
    }
    let text = lines.suffix(3).joined(separator: "; ")
    guard let last = text.last else { return "it said nothing." }
    return last == "." || last == "!" ? text : text + "."
  }
}
