internal import LinuxSystem

/// A command that was run in a new namespace, with all it wrote.
struct LabCommand {
  let status: LinuxSystem.ExitStatus
  let output: String
  let filesNotShown: [String]

  /// Runs a command in a new namespace and collects both outputs.
  static func run(
    _ arguments: [String], _ customize: (inout SpawnRequest) throws -> Void = { _ in }
  ) async throws -> LabCommand {
    let namespace = try NetworkNamespace.create(name: "command")
    let output = try CapturedOutput()
    var request = SpawnRequest(arguments: arguments, networkNamespace: namespace.descriptor)
    request.workingDirectory = "/"
    request.standardInput = -1
    request.standardOutput = output.writeEnd
    request.standardError = output.writeEnd
    try customize(&request)
    let process = try LabProcess.spawn(request)
    output.closeWriteEnd()
    async let text = output.text()
    let status = await process.wait()
    return LabCommand(status: status, output: await text, filesNotShown: process.filesNotShown)
  }

  /// Runs a shell script likewise.
  static func shell(
    _ script: String, _ customize: (inout SpawnRequest) throws -> Void = { _ in }
  ) async throws -> LabCommand {
    try await run(["sh", "-c", script], customize)
  }
}
