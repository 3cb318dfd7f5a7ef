internal import Netlink

extension RouteSocket {
  /// linkcond's qdisc at the root of an interface; nil if it is not there.
  func ownQdisc(_ interface: Int32) throws(NetlinkError) -> QdiscFacts? {
    try qdiscs(interface: interface).first { $0.parent == .root && $0.handle == KernelPlan.handle }
  }
}
