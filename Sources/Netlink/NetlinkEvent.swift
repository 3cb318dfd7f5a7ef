/// Something that the kernel says has changed.
public enum NetlinkEvent: Hashable, Sendable {
  /// An interface is new or different.
  case linkChanged(LinkFacts)
  /// An interface is gone.
  case linkRemoved(LinkFacts)
  /// An address is new or different.
  case addressChanged(AddressFacts)
  /// An address is gone.
  case addressRemoved(AddressFacts)
  /// A route is new or different.
  case routeChanged(RouteFacts)
  /// A route is gone.
  case routeRemoved(RouteFacts)
  /// A qdisc is new or different.
  case qdiscChanged(QdiscFacts)
  /// A qdisc is gone.
  case qdiscRemoved(QdiscFacts)
  /// Events were lost because they were not read in time: what is known must be read again.
  case overrun
  /// Something else, by its message type.
  case other(type: UInt16)
}
