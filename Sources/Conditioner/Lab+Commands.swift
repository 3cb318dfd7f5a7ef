public import LinuxSystem

extension Lab {
  /// Starts a command as the client of the lab, with the lab's resolv.conf, hosts, /proc and /sys.
  ///
  /// The command runs in a PID namespace of its own under a small init: when this process ends, so does it and all that
  /// it started.
  ///
  /// - Parameters:
  ///   - arguments: The command and its arguments; a name without a slash is looked up in `PATH`.
  ///   - customize: Changes the request before it is sent, such as its descriptors or environment.
  /// - Throws: `SpawnError` naming the step that failed.
  public nonisolated func spawn(
    _ arguments: [String], _ customize: (inout SpawnRequest) -> Void = { _ in }
  ) throws -> LabProcess {
    var request = SpawnRequest(arguments: arguments, networkNamespace: client.descriptor)
    let files = LabFiles(nameServer: originAddresses[0])
    request.files = files.contents
    request.hiddenDirectories = LabFiles.hidden
    request.identity = Identity.sudoCaller
    // That of a harness around this process, which the command does not get.
    request.environment["LINKCOND_STATUS_FD"] = nil
    request.environment["LINKCOND_INTERFACES"] = LabInterface.variable(interfaces, under: [])
    request.environment["LINKCOND_ORIGIN"] = "http://\(Lab.originName)/"
    customize(&request)
    return try LabProcess.spawn(request)
  }

  /// Starts a shell command on the network side of the lab, such as a server of the user's own. It gets no input.
  ///
  /// - Parameters:
  ///   - command: For `/bin/sh -c`.
  ///   - customize: Changes the request before it is sent.
  /// - Throws: `SpawnError` naming the step that failed.
  public nonisolated func serve(
    _ command: String, _ customize: (inout SpawnRequest) -> Void = { _ in }
  ) throws -> LabProcess {
    try spawn(["/bin/sh", "-c", command]) { request in
      request.networkNamespace = network.descriptor
      request.standardInput = -1
      customize(&request)
    }
  }

  /// Runs a command as the client of the lab and collects what it writes.
  ///
  /// A non-zero exit status is a normal result, not a thrown error.
  ///
  /// - Throws: `SpawnError` naming the step that failed.
  public nonisolated func run(_ arguments: [String]) async throws -> CommandResult {
    let output = try CapturedOutput()
    let errors = try CapturedOutput()
    let process = try spawn(arguments) { request in
      request.standardOutput = output.writeEnd
      request.standardError = errors.writeEnd
    }
    output.closeWriteEnd()
    errors.closeWriteEnd()
    async let outputText = output.text()
    async let errorText = errors.text()
    let status = await process.wait()
    return CommandResult(status: status, standardOutput: await outputText, standardError: await errorText)
  }
}
