/// What a connection has changed to, with the messages of apps that post them.
public enum NetworkChange: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case lost = "NETWORK_CHANGE_TO_LOST"
  /// Wi-Fi.
  case wifi = "NETWORK_CHANGE_TO_WIFI"
  /// A mobile network.
  case cellular = "NETWORK_CHANGE_TO_CELLULAR"
  /// A cable.
  case ethernet = "NETWORK_CHANGE_TO_ETHERNET"
  /// Something else, such as a VPN over something that can't be seen.
  case other = "NETWORK_CHANGE_TO_OTHER"
}
