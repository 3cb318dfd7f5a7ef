internal import Conditioner
internal import LinuxSystem
internal import Record

/// The user's program in one lab, from its start to its orderly end.
final class AppRun: Sendable {
  private let process: LabProcess
  private let server: LabProcess?
  private let recorder: AppRecorder
  private let readers: [OwnThread]
  private let sockets: SocketWatch?
  private let surroundings: AppSurroundings
  private let grace: Duration
  private let serverCommand: String?
  private let end: Task<ExitStatus, Never>

  /// Starts the server, if there is one, and then the program.
  ///
  /// - Throws: `SpawnError` if one of them can't be started, or `SystemError`.
  init(_ options: AppOptions, in lab: Lab, run: String, plan: RunPlan, recorder: AppRecorder) async throws {
    self.recorder = recorder
    grace = options.grace
    serverCommand = options.server
    surroundings = try AppSurroundings(run: run, title: plan.title, lab: lab, profiles: plan.changes.map(\.profile))
    let variables = surroundings.variables
    var started: [LabProcess] = []
    do {
      var readers: [OwnThread] = []
      if let command = options.server {
        let output = try CapturedOutput()
        let server = try lab.serve(command) { request in
          (request.standardOutput, request.standardError) = (output.writeEnd, output.writeEnd)
          request.environment.merge(variables) { $1 }
        }
        started.append(server)
        output.closeWriteEnd()
        readers.append(
          try output.lines { recorder.record(line: $0, stream: "server", at: $1, status: nil) })
      }
      server = started.first
      let (output, errors, statuses) = (try CapturedOutput(), try CapturedOutput(), try CapturedOutput())
      process = try lab.spawn(options.command) { request in
        request.standardInput = -1
        request.standardOutput = output.writeEnd
        request.standardError = errors.writeEnd
        request.hasOwnSession = true
        request.statusDescriptor = statuses.writeEnd
        request.environment.merge(variables) { $1 }
        request.environment["LINKCOND_STATUS_FD"] = "3"
      }
      started.append(process)
      for (stream, pipe) in [("stdout", output), ("stderr", errors)] {
        pipe.closeWriteEnd()
        let pattern = options.pattern
        readers.append(
          try pipe.lines { line, time in
            recorder.record(line: line, stream: stream, at: time, status: pattern?.status(in: line.text))
          })
      }
      statuses.closeWriteEnd()
      readers.append(
        try statuses.lines { line, time in
          let status = line.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          if !status.isEmpty { recorder.record(status: status, at: time) }
        })
      self.readers = readers
      sockets = try await SocketWatch(in: lab.client, under: process.processID) { recorder.record(socket: $0, at: $1) }
      let watched = process
      end = Task {
        let status = await watched.wait()
        recorder.record(exit: status, at: MonotonicClock.now())
        return status
      }
    } catch {
      for process in started { _ = await process.end(grace: .zero) }
      surroundings.remove()
      throw error
    }
  }

  /// The server's end, if it came before that of the run.
  var serverFailure: EarlyEnd? { EarlyEnd(ofServer: server, serverCommand) }

  /// Ends the program in good order, and the server after it; all that they wrote is recorded when this returns.
  func stop() async {
    recorder.beginEnd()
    _ = await process.end(grace: grace)
    _ = await end.value
    sockets?.stop()
    if let server { _ = await server.end(grace: grace) }
    // A regular expression may take for ever over a line: then the run ends without what is behind it.
    for reader in readers where !reader.join(within: 2_000_000_000) { recorder.noteUnread() }
    surroundings.remove()
  }
}
