internal import Conditioner

/// `linkcond clear`: takes conditions from existing interfaces.
struct ClearCommand: Sendable {
  let arguments: ClearArguments

  init(_ arguments: ClearArguments) { self.arguments = arguments }

  func run() throws -> CommandOutput {
    let folder = try StateFolder.standard()
    var cleared: [InterfaceConditioner.Cleared] = []
    var output = CommandOutput(facts: "")
    if let argument = arguments.namespace {
      cleared = try clear(try TargetNamespace(NamespaceReference(argument)), folder)
    } else {
      cleared = try clear(try TargetNamespace(.own), folder)
      // Those of other namespaces, by what is written down.
      for status in try InterfaceConditioner.status(folder)
      where arguments.device == nil || status.state.device == arguments.device {
        guard let namespace = try InterfaceConditioner.find(status.state) else {
          try folder.forget(status.state)
          output.complaints += "Warning: the namespace of \(status.state.device) is gone, and its conditions with it.\n"
          continue
        }
        cleared += try clear(namespace, folder)
      }
    }
    if cleared.isEmpty, let device = arguments.device {
      let namespace = try TargetNamespace(arguments.namespace.map(NamespaceReference.init) ?? .own)
      if let unknown = try UnknownInterface(device, in: namespace) { output.complaints += "Warning: \(unknown)\n" }
    }
    output.facts =
      cleared.isEmpty
      ? "Nothing is conditioned.\n"
      : cleared.map { "\($0.device): \($0.profile ?? "linkcond's conditions") cleared.\n" }.joined()
    output.complaints += cleared.flatMap(\.notes).map { "Warning: \($0)\n" }.joined()
    return output
  }

  private func clear(_ namespace: TargetNamespace, _ folder: StateFolder) throws -> [InterfaceConditioner.Cleared] {
    try InterfaceConditioner(namespace: namespace, folder: folder).clear(
      device: arguments.device, force: arguments.isForced)
  }
}
