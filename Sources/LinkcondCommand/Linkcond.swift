internal import Conditioner
internal import LinuxSystem
internal import Profiles

/// The command-line tool.
public enum Linkcond {
  /// Enters a user namespace where the command needs privileges that this process lacks, and makes sure that it can have
  /// threads.
  ///
  /// Must be called before any other thread exists, so before anything asynchronous.
  ///
  /// - Parameter words: The arguments without the tool's name.
  /// - Returns: an exit status if the tool must end here.
  public static func prepare(_ words: [String]) -> Int32? {
    let invocation = invocation(words)
    let needsLab =
      switch invocation {
      case .harness, .rerun, .run, .doctor, .calibrate: true
      default: false
      }
    switch invocation {
    // Each of many labs has its sockets.
    case .harness, .rerun: DescriptorLimit.raise()
    default: break
    }
    if needsLab, UserNamespace.isNeeded, let status = enterUserNamespace(invocation) { return status }
    do {
      // A lab has about as many; all else runs on two.
      try OwnThread.checkThatCanRun(needsLab ? 16 : 2)
      return nil
    } catch {
      Terminal.write(ErrorText.of(error), to: 2)
      if case .run = invocation { return RunCommand.ownFailure }
      return CommandStatus.unavailable.rawValue
    }
  }

  /// What to say where the program does not even know its arguments, which the C library's start leaves to `/proc`.
  public static func complainOfMissingArguments() -> Int32 {
    Terminal.write(
      "Error: Cannot read the command line: /proc is not mounted here. Mount it: 'mount -t proc proc /proc'.\n", to: 2)
    return CommandStatus.unavailable.rawValue
  }

  private static func enterUserNamespace(_ invocation: Invocation?) -> Int32? {
    do {
      try UserNamespace.enter()
      return nil
    } catch {
      if case .doctor = invocation {
        // That is among what it is there to tell.
        DoctorCommand.remember(userNamespaceRefusal: "\(error)")
        return nil
      }
      Terminal.write(ErrorText.of(error), to: 2)
      if case .run = invocation { return RunCommand.ownFailure }
      return CommandStatus.notPermitted.rawValue
    }
  }

  private static func invocation(_ words: [String]) -> Invocation? {
    // What is wrong with the words is said once, by `run`.
    do { return try Invocation(words) } catch { return nil }
  }

  /// Runs a command.
  ///
  /// - Parameter words: The arguments without the tool's name.
  /// - Returns: the exit status.
  public static func run(_ words: [String]) async -> Int32 {
    if words.first == Watchdog.word { return Watchdog.run(Array(words.dropFirst())) }
    do {
      let output: CommandOutput
      switch try Invocation(words) {
      case .text(let text): output = CommandOutput(facts: text)
      case .list(let arguments): output = try arguments.output()
      case .show(let arguments): output = try arguments.output()
      case .convert(let arguments): output = try arguments.output()
      case .check(let arguments): output = try arguments.output()
      case .completion(let arguments): output = CommandOutput(facts: arguments.script)
      case .report(let arguments): output = try arguments.output()
      case .compare(let arguments): output = try arguments.output()
      case .apply(let arguments): output = try await ApplyCommand(arguments).run()
      case .status(let arguments): output = try StatusCommand(arguments).run()
      case .clear(let arguments): output = try ClearCommand(arguments).run()
      case .doctor(let arguments): output = try await DoctorCommand(arguments).run()
      case .calibrate(let arguments): output = try await CalibrateCommand(arguments).run()
      case .monitor(let arguments): output = try await MonitorCommand(arguments).run()
      case .harness(let arguments): output = try await HarnessCommand(arguments).run()
      case .rerun(let arguments): output = try await RerunCommand(arguments).run()
      case .run(let arguments): return await RunCommand(arguments).run()
      }
      Terminal.write(output.complaints, to: 2)
      try Terminal.print(output.facts)
      return output.status.rawValue
    } catch {
      Terminal.write(ErrorText.of(error), to: 2)
      return CommandStatus(error).rawValue
    }
  }
}
