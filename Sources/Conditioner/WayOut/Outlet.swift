internal import Netlink

/// One interface of a lab's network side that leads to the real network, with its addresses.
struct Outlet: Hashable, Sendable {
  /// Its name, such as `out0`.
  let interface: String
  /// The addresses that it has itself, by family, IPv4 first.
  let own: [IPPrefix]
  /// Where everything goes, by family: what is at the other end answers for every address.
  let gateways: [IPAddress]
  /// The IPv4 address that what goes out comes from.
  let guest: IPAddress
  /// Whose packets go out here, by family; empty for those of the network side itself, and of all where there is one outlet.
  let sources: [IPPrefix]
  /// The routing table that leads here.
  let table: UInt8

  /// The hardware address that the gateways are given: what is at the other end takes packets to any.
  static let gatewayHardware = HardwareAddress("02:00:00:00:0f:01")

  /// Those of a lab: one for the network side's own packets, and unless it serves all, one for each link's client.
  ///
  /// - Parameter topologies: The links.
  static func all(for topologies: [LabTopology], oneServesAll: Bool, ipv6: Bool) -> [Outlet] {
    // Not a name that a scenario has given to an interface.
    let prefix = topologies.contains { $0.interface.hasPrefix("out") } ? "exit" : "out"
    var outlets: [Outlet] = []
    for number in 0...(oneServesAll ? 0 : topologies.count) {
      // 203.0.113.8/30 and on; the links' networks begin at .64, and .1 is the origin.
      let base = 8 + 4 * number
      guard let own = IPPrefix("203.0.113.\(base + 1)/30"), let gateway = IPAddress("203.0.113.\(base + 2)"),
        let own6 = IPPrefix("2001:db8:f:\(number)::1/64"), let gateway6 = IPAddress("2001:db8:f:\(number)::2")
      else { continue }
      let families = number == 0 ? [] : topologies[number - 1].families.map(\.client.address)
      let sources = families.compactMap { IPPrefix($0, length: UInt8($0.bytes.count * 8)) }
        .filter { ipv6 || $0.address.family == .ipv4 }
      outlets.append(
        Outlet(
          interface: "\(prefix)\(number)", own: ipv6 ? [own, own6] : [own],
          gateways: ipv6 ? [gateway, gateway6] : [gateway], guest: sources.first?.address ?? own.address,
          sources: sources, table: number == 0 ? RouteFacts.mainTable : UInt8(100 + number)))
    }
    return outlets
  }
}
