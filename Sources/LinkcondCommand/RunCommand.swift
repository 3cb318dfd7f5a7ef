internal import Conditioner
internal import Harness
internal import LinuxSystem
internal import Profiles

/// `linkcond run`: a command as the client of a lab.
struct RunCommand: Sendable {
  /// linkcond itself failed.
  static let ownFailure: Int32 = 125
  /// The command is there and cannot be executed.
  static let notExecutable: Int32 = 126
  /// There is no such command.
  static let notFound: Int32 = 127

  let arguments: RunArguments

  init(_ arguments: RunArguments) { self.arguments = arguments }

  /// Runs it; the command's exit status, or one of the above.
  func run() async -> Int32 {
    do {
      let profile = try ProfileStore(extra: arguments.profilePlaces).find(arguments.profile)
      let options = LabOptions(
        engine: arguments.engine, seed: arguments.seed ?? .random(in: 0...UInt64.max), profiles: [profile],
        hasWayOut: arguments.hasWayOut)
      AppSurroundings.sweep()
      let status = try await Lab.with(profile, options: options) { lab in
        let surroundings = try AppSurroundings(run: profile.name, title: profile.name, lab: lab, profiles: [profile])
        defer { surroundings.remove() }
        let variables = surroundings.variables
        let server = try arguments.server.map { command in
          try lab.serve(command) { request in
            // What the command writes may be read by a program.
            request.standardOutput = 2
            request.environment.merge(variables) { $1 }
          }
        }
        let folder = surroundings.temporaryFolder
        let prompt = ShellPrompt(command: arguments.command)
        let isInteractive = Terminal.isTerminal(0) && prompt.isInteractive
        if isInteractive { try prompt.prepare(folder) }
        let foreground = TerminalForeground(of: 0)
        defer { foreground?.takeBack() }
        let process = try lab.spawn(arguments.command) { request in
          request.environment.merge(variables) { $1 }
          guard isInteractive else { return }
          request.takesForeground = foreground != nil
          prompt.add(to: &request, folder: folder)
        }
        let forwarding = SignalForwarding(to: process)
        let status = await process.wait()
        withExtendedLifetime(forwarding) {}
        if let failure = EarlyEnd(ofServer: server, arguments.server) ?? lab.wayOutFailure { throw failure }
        _ = await server?.end(grace: .seconds(1))
        return status
      }
      return status.shellCode
    } catch let error as SpawnError where error.isExecution {
      Terminal.write("Error: \(error)\n", to: 2)
      return error.isNotFound ? Self.notFound : Self.notExecutable
    } catch {
      Terminal.write(ErrorText.of(error), to: 2)
      return error is UnknownName ? CommandStatus.usage.rawValue : Self.ownFailure
    }
  }
}
