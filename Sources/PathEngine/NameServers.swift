internal import LinuxSystem
internal import Netlink

/// The DNS servers of this machine, as `resolv.conf(5)` has them.
enum NameServers {
  /// Those of a file now; none if it can't be read.
  static func configured(in path: String) -> [IPAddress] {
    do {
      let file = try FileDescriptor(path: path, flags: 0)
      return named(in: String(decoding: try file.read(65_536, operation: "read \(path)"), as: UTF8.self))
    } catch {
      return []
    }
  }

  /// The addresses of `nameserver` lines; of one with an interface, such as `fe80::1%eth0`, the address.
  static func named(in text: String) -> [IPAddress] {
    ResolverConfiguration.nameServers(in: text).compactMap { server in
      server.split(separator: "%").first.flatMap { IPAddress(String($0)) }
    }
  }
}
