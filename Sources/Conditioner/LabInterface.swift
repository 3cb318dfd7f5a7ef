public import Profiles

/// One of the interfaces that a lab's client has.
public struct LabInterface: Hashable, Sendable {
  /// Its name at the client, such as `wlan0`.
  public let name: String
  /// What it looks like.
  public let type: InterfaceType

  /// An interface; the name is the one that the type has in a lab unless another is given.
  public init(_ type: InterfaceType, name: String? = nil) {
    self.type = type
    self.name = name ?? type.interfaceName
  }

  /// What a program in a lab is told of its interfaces by `LINKCOND_INTERFACES`, as this package's modules for Apple's APIs
  /// read it: `wlan0=wifi wwan0=cellular,expensive,LTE`.
  ///
  /// - Parameter profiles: Those that the interfaces get; one that is for another type of interface says nothing here.
  public static func variable(_ interfaces: [LabInterface], under profiles: [Profile]) -> String {
    interfaces.map { interface in
      let own = profiles.filter { $0.interfaceType == interface.type }
      var words = [interface.type.rawValue]
      if own.contains(where: \.isExpensive) { words.append("expensive") }
      if own.contains(where: \.isConstrained) { words.append("constrained") }
      if let radio = own.lazy.compactMap(\.radio).first { words.append(radio.rawValue) }
      return "\(interface.name)=\(words.joined(separator: ","))"
    }.joined(separator: " ")
  }
}
