public import LinuxSystem

/// The name servers that a machine's `/etc/resolv.conf` names.
public enum NameServerList {
  /// As many as glibc's resolver takes (`MAXNS`).
  static let most = 3

  /// Those of this machine, best first.
  ///
  /// - Throws: `SystemError` if the file is there and cannot be read.
  public static func ofMachine() throws(SystemError) -> [SocketAddress] {
    do {
      return servers(in: try SystemFile.read("/etc/resolv.conf"))
    } catch  where error.errno == .noSuchFile {
      return servers(in: "")
    }
  }

  /// The servers that a text of resolv.conf(5) names; without any the one on this machine, as glibc does.
  ///
  /// Lines that name no address are read over.
  public static func servers(in text: String) -> [SocketAddress] {
    var servers: [SocketAddress] = []
    for server in ResolverConfiguration.nameServers(in: text) where servers.count < most {
      do throws(SystemError) { servers.append(try SocketAddress(ip: server, port: 53)) } catch { continue }
    }
    if servers.isEmpty {
      do throws(SystemError) { servers = [try SocketAddress(ip: "127.0.0.1", port: 53)] } catch { return [] }
    }
    return servers
  }
}
