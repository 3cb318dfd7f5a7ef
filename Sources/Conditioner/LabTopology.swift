internal import Netlink
internal import Profiles

/// The names and addresses of one link of a lab, between the client and the network, the conditions in the middle.
///
/// All addresses come from the documentation ranges (RFC 5737, RFC 3849), so nothing real can be meant by them.
struct LabTopology: Sendable {
  /// The name of the interface in the client and in the network namespace, such as `wlan0`.
  let interface: String
  /// Which of the lab's links it is, from 0: the smaller the number, the better the default route.
  let number: Int

  /// The link-side end that faces the client.
  var clientSide: String { "\(interface).c" }
  /// The link-side end that faces the network.
  var networkSide: String { "\(interface).n" }
  /// The pair inside `link` on which queries to port 53 wait for the DNS delay.
  var dnsNear: String { "\(interface).q" }
  var dnsFar: String { "\(interface).r" }
  /// The pairs inside `link` by which packets of one family take their conditions, where a profile is for that one alone.
  var downlinkPair: (String, String) { ("\(interface).d", "\(interface).e") }
  var uplinkPair: (String, String) { ("\(interface).u", "\(interface).v") }

  var clientHardware: HardwareAddress? { HardwareAddress("02:00:00:00:0\(number):02") }
  var gatewayHardware: HardwareAddress? { HardwareAddress("02:00:00:00:0\(number):01") }

  /// The metric of the default routes over it.
  var metric: UInt32 { UInt32(100 * (number + 1)) }

  /// One family's addresses.
  struct Family: Hashable, Sendable {
    let client: IPPrefix
    let gateway: IPPrefix
    /// The same over each link.
    let origin: IPPrefix
  }

  let families: [Family]

  /// The IPv4 networks of links, without the last byte's host part; 203.0.113.1 is the origin's.
  private static let networks: [(base: String, first: Int, length: Int)] = [
    ("192.0.2", 0, 24), ("198.51.100", 0, 24), ("203.0.113", 64, 26), ("203.0.113", 128, 26), ("203.0.113", 192, 26),
  ]
  /// How many links a lab can have.
  static var most: Int { networks.count }
  /// The longest name of an interface: the kernel takes 15 bytes, and the ends in the middle add two.
  static let longestName = 13

  init(interface: String, number: Int = 0, ipv6: Bool) {
    self.interface = interface
    self.number = number
    let (base, first, length) = Self.networks[number]
    let texts =
      [("\(base).\(first + 2)/\(length)", "\(base).\(first + 1)/\(length)", "203.0.113.1/32")]
      + (ipv6 ? [("2001:db8:\(number + 1)::2/64", "2001:db8:\(number + 1)::1/64", "2001:db8::1/128")] : [])
    families = texts.compactMap { client, gateway, origin in
      guard let client = IPPrefix(client), let gateway = IPPrefix(gateway), let origin = IPPrefix(origin) else {
        return nil
      }
      return Family(client: client, gateway: gateway, origin: origin)
    }
  }
}
