import LinuxSystem

/// A command in a namespace of the test, and all it said.
struct NamespaceCommand: Sendable {
  let process: LabProcess
  private let output: CapturedOutput

  init(_ arguments: [String], in namespace: NetworkNamespace) throws {
    output = try CapturedOutput()
    var request = SpawnRequest(arguments: arguments, networkNamespace: namespace.descriptor)
    request.standardOutput = output.writeEnd
    request.standardError = output.writeEnd
    process = try LabProcess.spawn(request)
    output.closeWriteEnd()
  }

  func finish() async -> (status: ExitStatus, text: String) {
    let text = await output.text()
    return (await process.wait(), text)
  }

  static func run(_ arguments: [String], in namespace: NetworkNamespace) async throws -> (
    status: ExitStatus, text: String
  ) {
    try await NamespaceCommand(arguments, in: namespace).finish()
  }
}
