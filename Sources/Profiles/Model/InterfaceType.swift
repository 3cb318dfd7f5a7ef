/// What kind of network interface a profile's link looks like.
public enum InterfaceType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Wi-Fi, named `wlan0`.
  case wifi
  /// A mobile network, named `wwan0`.
  case cellular
  /// A cable, named `eth0`.
  case wiredEthernet
  /// Something else; in a lab it is named `wlan0`, as if nothing had been said.
  case other

  /// The name of the client's interface in a lab.
  public var interfaceName: String {
    switch self {
    case .wifi, .other: "wlan0"
    case .cellular: "wwan0"
    case .wiredEthernet: "eth0"
    }
  }
}
