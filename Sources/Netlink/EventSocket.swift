internal import CNetlink
internal import Glibc

/// The kernel's announcements of changes in one namespace. Equivalent to `ip monitor`.
public final class EventSocket: Sendable {
  /// What can be listened to.
  public enum Group: Hashable, Sendable, CaseIterable {
    /// Interfaces. The corresponding C constant is `RTNLGRP_LINK`.
    case links
    /// Addresses of both families. The corresponding C constants are `RTNLGRP_IPV4_IFADDR` and `RTNLGRP_IPV6_IFADDR`.
    case addresses
    /// Routes of both families, and the next hops that several share. The corresponding C constants are
    /// `RTNLGRP_IPV4_ROUTE`, `RTNLGRP_IPV6_ROUTE` and `RTNLGRP_NEXTHOP`, which kernels before 5.3 lack.
    case routes
    /// Policy rules of both families. The corresponding C constants are `RTNLGRP_IPV4_RULE` and `RTNLGRP_IPV6_RULE`.
    case rules
    /// Qdiscs, classes and filters. The corresponding C constant is `RTNLGRP_TC`.
    case qdiscs

    var numbers: [rtnetlink_groups] {
      switch self {
      case .links: [RTNLGRP_LINK]
      case .addresses: [RTNLGRP_IPV4_IFADDR, RTNLGRP_IPV6_IFADDR]
      case .routes: [RTNLGRP_IPV4_ROUTE, RTNLGRP_IPV6_ROUTE]
      case .rules: [RTNLGRP_IPV4_RULE, RTNLGRP_IPV6_RULE]
      case .qdiscs: [RTNLGRP_TC]
      }
    }

    /// Those that an older kernel may not have.
    var optionalNumbers: [rtnetlink_groups] { self == .routes ? [RTNLGRP_NEXTHOP] : [] }
  }

  private let connection: Connection

  /// Listens in the calling thread's namespace.
  ///
  /// - Parameter receiveBuffer: How many bytes may wait unread before ``NetlinkEvent/overrun``; nil is 1 MiB where allowed.
  /// - Throws: ``NetlinkError``.
  public init(groups: Set<Group>, receiveBuffer: Int32? = nil) throws(NetlinkError) {
    connection = try Connection(
      groups: groups.flatMap(\.numbers), optionalGroups: groups.flatMap(\.optionalNumbers),
      receiveBuffer: receiveBuffer ?? 1 << 20)
  }

  /// Readable when there is something to read; for `poll(2)`.
  public var descriptor: Int32 { connection.descriptor }

  /// What has been announced since the last call; never waits.
  ///
  /// - Throws: ``NetlinkError`` for anything but an overrun, which is an event and after which reading goes on.
  public func read() throws(NetlinkError) -> [NetlinkEvent] {
    var events: [NetlinkEvent] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if got >= 0 {
        events += RawMessage.split(buffer[..<got]).flatMap(NetlinkEvent.each)
        continue
      }
      switch errno {
      case EAGAIN: return events
      case EINTR: continue
      case ENOBUFS: events.append(.overrun)
      default: throw NetlinkError("read the kernel's announcements", code: errno)
      }
    }
  }
}

extension NetlinkEvent {
  /// What one message says: one event, or one for each next hop of a multipath route.
  static func each(_ message: RawMessage) -> [NetlinkEvent] {
    let payload = message.payload
    let known: [NetlinkEvent] =
      switch message.type {
      case Int(RTM_NEWLINK): LinkFacts(payload).map { [.linkChanged($0)] } ?? []
      case Int(RTM_DELLINK): LinkFacts(payload).map { [.linkRemoved($0)] } ?? []
      case Int(RTM_NEWADDR): AddressFacts(payload).map { [.addressChanged($0)] } ?? []
      case Int(RTM_DELADDR): AddressFacts(payload).map { [.addressRemoved($0)] } ?? []
      case Int(RTM_NEWROUTE): RouteFacts.each(payload).map(NetlinkEvent.routeChanged)
      case Int(RTM_DELROUTE): RouteFacts.each(payload).map(NetlinkEvent.routeRemoved)
      case Int(RTM_NEWQDISC): QdiscFacts(payload).map { [.qdiscChanged($0)] } ?? []
      case Int(RTM_DELQDISC): QdiscFacts(payload).map { [.qdiscRemoved($0)] } ?? []
      default: []
      }
    return known.isEmpty ? [.other(type: UInt16(message.type))] : known
  }
}
