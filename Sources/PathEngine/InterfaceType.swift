/// What kind of network an interface is on, in the words of Apple's `NWInterface.InterfaceType`.
public enum InterfaceType: String, Hashable, Sendable, Codable, CaseIterable {
  /// A tunnel, or something that none of the others says.
  case other
  /// Wi-Fi.
  case wifi
  /// A mobile network.
  case cellular
  /// A cable, or what looks like one: veth and bridges too.
  case wiredEthernet
  /// This machine itself.
  case loopback
}
