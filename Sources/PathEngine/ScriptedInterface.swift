public import Netlink

/// An interface of a ``ScriptedNetwork``, with addresses and a default route as DHCP and router advertisements give them.
public struct ScriptedInterface: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Its type.
  public var type: InterfaceType
  /// Whether it is a tunnel, such as a VPN's.
  public var isTunnel = false
  /// Whether it is administratively up; without, it has neither IPv6 addresses nor routes.
  public var isUp = true
  /// Whether there is a carrier; without, addresses and routes stay, as on the kernel, which then goes on to send by a
  /// preferred interface without a carrier. Another takes over where ``isUp`` or ``hasDefaultRoute`` is false.
  public var hasCarrier = true
  /// Whether it waits for something, such as 802.1X.
  public var isDormant = false
  /// Its addresses.
  public var addresses: [IPPrefix]
  /// The routers of its default routes. A family without one has no default route, but for a tunnel, which needs none.
  public var gateways: [IPAddress]
  /// Whether it has default routes at all.
  public var hasDefaultRoute = true
  /// The metric of its default routes; the lowest is preferred.
  public var metric: UInt32
  /// Whether its use costs money; cellular does anyway.
  public var isExpensive = false
  /// Whether data is to be saved on it.
  public var isConstrained = false
  /// Whether hardly any data may be used on it.
  public var isUltraConstrained = false
  /// The radio technology of a cellular one.
  public var cellularType = CellularType.unknown

  /// An interface with addresses and gateways as given.
  public init(
    name: String, type: InterfaceType, addresses: [IPPrefix], gateways: [IPAddress] = [], metric: UInt32 = 100
  ) {
    self.name = name
    self.type = type
    self.addresses = addresses
    self.gateways = gateways
    self.metric = metric
  }

  /// Wi-Fi: 192.0.2.2/24 and 2001:db8:1::2/64.
  public static func wifi(_ name: String = "wlan0", metric: UInt32 = 600) -> ScriptedInterface {
    dualStack(name, .wifi, "192.0.2", 1, metric)
  }

  /// A mobile network: 198.51.100.2/24 and 2001:db8:2::2/64.
  public static func cellular(
    _ name: String = "wwan0", _ technology: CellularType = .unknown, metric: UInt32 = 700
  ) -> ScriptedInterface {
    var interface = dualStack(name, .cellular, "198.51.100", 2, metric)
    interface.cellularType = technology
    return interface
  }

  /// A cable: 10.0.0.2/24 and 2001:db8:3::2/64.
  public static func wired(_ name: String = "eth0", metric: UInt32 = 100) -> ScriptedInterface {
    dualStack(name, .wiredEthernet, "10.0.0", 3, metric)
  }

  /// A VPN that carries everything: 10.8.0.2/24 and 2001:db8:4::2/64, no routers.
  public static func tunnel(_ name: String = "tun0", metric: UInt32 = 50) -> ScriptedInterface {
    var interface = dualStack(name, .other, "10.8.0", 4, metric)
    interface.isTunnel = true
    interface.gateways = []
    return interface
  }

  private static func dualStack(
    _ name: String, _ type: InterfaceType, _ network4: String, _ network6: Int, _ metric: UInt32
  ) -> ScriptedInterface {
    ScriptedInterface(
      name: name, type: type,
      addresses: ["\(network4).2/24", "2001:db8:\(network6)::2/64"].compactMap(IPPrefix.init),
      gateways: ["\(network4).1", "2001:db8:\(network6)::1"].compactMap(IPAddress.init), metric: metric)
  }
}
