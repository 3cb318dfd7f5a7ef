internal import LinuxSystem
internal import Netlink

extension MonitoredNetwork {
  /// What cannot be seen of this network from here, one sentence each without a full stop; empty if nothing is known to be
  /// missing.
  ///
  /// - Parameter isOwn: Whether it is the network of the namespace that this process's files belong to.
  public func blindSpots(isOwn: Bool) -> [String] {
    let look: NetworkLook
    do { look = try self.look() } catch { return ["the network can't be read: \(error)"] }
    return BlindSpots(
      snapshot: look.snapshot, overrides: overrides, isOwn: isOwn, canRead: Self.canRead
    ).sentences
  }

  private static func canRead(_ path: String) -> Bool {
    do {
      _ = try FileDescriptor(path: path, flags: 0)
      return true
    } catch {
      return false
    }
  }
}

/// What facts are missing. A function of what was read.
struct BlindSpots {
  let snapshot: NetworkSnapshot
  let overrides: InterfaceOverrides
  let isOwn: Bool
  let canRead: (_ path: String) -> Bool

  var sentences: [String] {
    var sentences: [String] = []
    let types = snapshot.links.map {
      InterfaceType($0, among: snapshot.links, overrides: overrides, deviceTypes: snapshot.deviceTypes)
    }
    if overrides.hasNameServer == nil {
      if !canRead("/etc/resolv.conf") {
        sentences.append("whether there is a DNS server: /etc/resolv.conf can't be read")
      } else if !isOwn {
        sentences.append("the DNS servers of that namespace: those shown are of /etc/resolv.conf here")
      }
    }
    if types.contains(where: { $0 == .wifi || $0 == .cellular }), !canRead("/sys/class/rfkill") {
      sentences.append("whether radios are switched off: there is no /sys/class/rfkill")
    }
    let technologies = snapshot.links.indices.filter {
      types[$0] == .cellular && InterfaceOverrides.value(in: overrides.cellularTypes, for: snapshot.links[$0]) == nil
    }
    if !technologies.isEmpty {
      let names = technologies.map { snapshot.links[$0].name }.joined(separator: ", ")
      sentences.append("the radio technology of \(names): only its modem knows")
    }
    if !canRead("/proc/net/if_inet6") { sentences.append("IPv6: this kernel has none") }
    if snapshot.routesLeftOut > 0 {
      sentences.append("\(snapshot.routesLeftOut) routes of a long table, which are no default routes")
    }
    return sentences
  }
}
