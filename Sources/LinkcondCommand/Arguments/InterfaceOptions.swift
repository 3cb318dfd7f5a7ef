import Conditioner

/// The options of the commands about existing interfaces.
enum InterfaceOptions {
  static let requiredDevice = ValueOption<String>(
    "device", value: "device", help: "The interface to condition.", isRequired: true, read: name)

  static let device = ValueOption<String>(
    "device", value: "device", help: "Only this interface.", fallback: "all that linkcond has conditioned", read: name)

  private static let name: @Sendable (String) throws(ValueFault) -> String = { text throws(ValueFault) in
    if let fault = InterfaceName.fault(text) { throw .because(fault) }
    return text
  }

  static let namespace = ValueOption<String>(
    "namespace", value: "namespace",
    help: "The network namespace that the interface is in: a name as 'ip netns' knows it, a path, or a process number.")
}
