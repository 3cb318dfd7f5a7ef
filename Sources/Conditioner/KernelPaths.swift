internal import Netlink
internal import Profiles

/// The roads of packets inside `link` under the kernel engine: which redirects stand where.
///
/// Filters of one interface are tried in ascending order of their priorities, and each priority has one purpose, so
/// that roads can change while traffic flows: what is new is added before what is old goes.
struct KernelPaths: Hashable, Sendable {
  /// The ends that packets come in by or are sent to.
  enum End: Hashable, Sendable, CaseIterable {
    case clientSide, networkSide, dnsNear, dnsFar, uplinkNear, uplinkFar, downlinkNear, downlinkFar
  }

  /// One redirect.
  struct Redirect: Hashable, Sendable {
    let from: End
    let to: End
    let match: FilterMatch
    let priority: UInt16
  }

  let redirects: Set<Redirect>

  /// The roads while conditions are for packets of `family`.
  init(_ family: ProtocolFamily) {
    // Query: client → DNS pair → network. All else: client → network. Back: network → client.
    var redirects: Set<Redirect> = [
      Redirect(from: .clientSide, to: .networkSide, match: .all, priority: 9),
      Redirect(from: .dnsFar, to: .networkSide, match: .all, priority: 9),
      Redirect(from: .networkSide, to: .clientSide, match: .all, priority: 9),
    ]
    if family != .ipv6 {
      redirects.insert(
        Redirect(from: .clientSide, to: .dnsNear, match: .udpDestinationPort(53, .ipv4), priority: 1))
    }
    if family != .ipv4 {
      redirects.insert(
        Redirect(from: .clientSide, to: .dnsNear, match: .udpDestinationPort(53, .ipv6), priority: 2))
    }
    // One family alone: its packets take the pairs that hold the conditions, the ends themselves are open.
    if let (only, priority) = Self.only(family) {
      redirects.formUnion([
        Redirect(from: .clientSide, to: .uplinkNear, match: .family(only), priority: priority),
        Redirect(from: .dnsFar, to: .uplinkNear, match: .family(only), priority: priority),
        Redirect(from: .uplinkFar, to: .networkSide, match: .all, priority: 9),
        Redirect(from: .networkSide, to: .downlinkNear, match: .family(only), priority: priority),
        Redirect(from: .downlinkFar, to: .clientSide, match: .all, priority: 9),
      ])
    }
    self.redirects = redirects
  }

  /// The one family that `family` stands for, and the priority of its redirects.
  private static func only(_ family: ProtocolFamily) -> (IPAddress.Family, UInt16)? {
    switch family {
    case .any: nil
    case .ipv4: (.ipv4, 3)
    case .ipv6: (.ipv6, 4)
    }
  }
}
