/// By what this machine is connected.
public enum NetworkStatus: Int, Hashable, Sendable, CaseIterable {
  /// Nobody has looked yet, or the network can't be read.
  case unknown = -1
  /// Not.
  case notConnected = 0
  /// A mobile network.
  case viaWWAN = 1
  /// Wi-Fi, or something whose kind nobody knows.
  case viaWiFi = 2
  /// A cable.
  case viaEthernet = 3
}
