internal import PathEngine

/// An interface that a path can use, as on Apple's platforms.
public struct NWInterface: Hashable, Sendable, CustomDebugStringConvertible {
  /// What kind of network an interface is on.
  public enum InterfaceType: Hashable, Sendable {
    /// A virtual interface or one of unknown kind, such as a VPN's.
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

  /// The kind of network.
  public let type: InterfaceType
  /// The interface's name, such as `wlan0`.
  public let name: String
  /// The interface's number in its namespace, as `if_nametoindex(3)` gives it.
  public let index: Int

  init(_ interface: PathInterface) {
    type = InterfaceType(interface.type)
    name = interface.name
    index = Int(interface.index)
  }

  /// The name.
  public var debugDescription: String { name }
}

extension NWInterface.InterfaceType {
  init(_ type: InterfaceType) {
    switch type {
    case .other: self = .other
    case .wifi: self = .wifi
    case .cellular: self = .cellular
    case .wiredEthernet: self = .wiredEthernet
    case .loopback: self = .loopback
    }
  }

  var engineType: InterfaceType {
    switch self {
    case .other: .other
    case .wifi: .wifi
    case .cellular: .cellular
    case .wiredEthernet: .wiredEthernet
    case .loopback: .loopback
    }
  }
}
