/// The options of the commands about existing interfaces.
enum InterfaceOptions {
  static let requiredDevice = ValueOption<String>(
    "device", value: "device", help: "The interface to condition.", isRequired: true)

  static let device = ValueOption<String>(
    "device", value: "device", help: "Only this interface.", fallback: "all that linkcond has conditioned")

  static let namespace = ValueOption<String>(
    "namespace", value: "namespace",
    help: "The network namespace that the interface is in: a name as 'ip netns' knows it, a path, or a process number.")
}
