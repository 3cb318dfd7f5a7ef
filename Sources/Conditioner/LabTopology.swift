internal import Netlink
internal import Profiles

/// The names and addresses of a lab: one link between a client and a network, the conditions in the middle.
///
/// All addresses come from the documentation ranges (RFC 5737, RFC 3849), so nothing real can be meant by them.
struct LabTopology: Hashable, Sendable {
  /// The name of the interface in the client and in the network namespace, such as `wlan0`.
  let interface: String

  /// The link-side end that faces the client.
  var clientSide: String { "\(interface).c" }
  /// The link-side end that faces the network.
  var networkSide: String { "\(interface).n" }
  /// The pair inside `link` on which queries to port 53 wait for the DNS delay.
  let dnsNear = "dns.a"
  let dnsFar = "dns.b"

  let clientHardware = HardwareAddress("02:00:00:00:00:02")
  let gatewayHardware = HardwareAddress("02:00:00:00:00:01")

  /// One family's addresses.
  struct Family: Hashable, Sendable {
    let client: IPPrefix
    let gateway: IPPrefix
    let origin: IPPrefix
  }

  let families: [Family]

  init(_ type: InterfaceType, ipv6: Bool) {
    interface = type.interfaceName
    let texts =
      [("192.0.2.2/24", "192.0.2.1/24", "203.0.113.1/32")]
      + (ipv6 ? [("2001:db8:1::2/64", "2001:db8:1::1/64", "2001:db8::1/128")] : [])
    families = texts.compactMap { client, gateway, origin in
      guard let client = IPPrefix(client), let gateway = IPPrefix(gateway), let origin = IPPrefix(origin) else {
        return nil
      }
      return Family(client: client, gateway: gateway, origin: origin)
    }
  }
}
