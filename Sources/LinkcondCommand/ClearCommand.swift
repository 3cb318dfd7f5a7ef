internal import Conditioner
internal import LinuxSystem

/// `linkcond clear`: takes conditions from existing interfaces.
struct ClearCommand: Sendable {
  let arguments: ClearArguments

  init(_ arguments: ClearArguments) { self.arguments = arguments }

  func run() throws -> CommandOutput {
    let folder = try StateFolder.standard()
    var result = InterfaceConditioner.Clearing()
    var output = CommandOutput(facts: "")
    if let argument = arguments.namespace {
      result = try clear(try TargetNamespace(NamespaceReference(argument)), folder)
    } else {
      let own = try TargetNamespace(.own)
      result = try clear(own, folder)
      var done: Set = [own.identity]
      // Those of other namespaces, by what is written down.
      for state in try folder.states(keepsOld: true).readable
      where arguments.device == nil || state.device == arguments.device {
        do {
          guard let namespace = try InterfaceConditioner.find(state) else {
            try folder.forget(state)
            output.complaints += "Warning: the namespace of \(state.device) is gone, and its conditions with it.\n"
            continue
          }
          guard done.insert(namespace.identity).inserted else { continue }
          let other = try clear(namespace, folder)
          result.cleared += other.cleared
          result.failures += other.failures
        } catch { result.failures.append(error) }
      }
      let told = Set(result.failures.compactMap { ($0 as? DamagedState)?.path })
      if arguments.device == nil {
        for file in try folder.states(keepsOld: true).damaged where !told.contains(file.path) {
          result.failures.append(
            file.advising("It is of another namespace: clear there with '--namespace', or here with '--force'."))
        }
      }
    }
    let cleared = result.cleared
    if cleared.isEmpty, result.failures.isEmpty, let device = arguments.device {
      let namespace = try TargetNamespace(arguments.namespace.map(NamespaceReference.init) ?? .own)
      if let unknown = try UnknownInterface(device, in: namespace) { output.complaints += "Warning: \(unknown)\n" }
    }
    output.facts =
      cleared.isEmpty
      ? (result.failures.isEmpty ? "Nothing is conditioned.\n" : "")
      : cleared.map { "\($0.device): \($0.profile ?? "linkcond's conditions") cleared.\n" }.joined()
    output.complaints += cleared.flatMap(\.notes).map { "Warning: \($0)\n" }.joined()
    output.complaints += result.failures.map(ErrorText.of).joined()
    if let first = result.failures.first { output.status = CommandStatus(first) }
    return output
  }

  private func clear(_ namespace: TargetNamespace, _ folder: StateFolder) throws -> InterfaceConditioner.Clearing {
    try InterfaceConditioner(namespace: namespace, folder: folder).clear(
      device: arguments.device, force: arguments.isForced)
  }
}
