internal import Harness

/// What a command line asks for, with its values read.
enum Invocation: Hashable, Sendable {
  case harness(HarnessArguments)
  case rerun(RerunArguments)
  case run(RunArguments)
  case list(ListArguments)
  case show(ShowArguments)
  case report(ReportArguments)
  case compare(CompareArguments)
  case apply(ApplyArguments)
  case status(StatusArguments)
  case clear(ClearArguments)
  case doctor(DoctorArguments)
  case convert(ConvertArguments)
  case calibrate(CalibrateArguments)
  case check(CheckArguments)
  case completion(CompletionArguments)
  case monitor(MonitorArguments)
  /// To print this text to standard output: help, or the version.
  case text(String)

  /// The version of the tool.
  static let version = ToolVersion.current

  static let root = CommandDescription(
    "linkcond", abstract: "A network link conditioner for Linux, and a test harness around it.",
    subcommands: [
      HarnessArguments.description,
      RunArguments.description,
      ListArguments.description,
      ShowArguments.description,
      CheckArguments.description,
      ConvertArguments.description,
      ReportArguments.description,
      CompareArguments.description,
      RerunArguments.description,
      ApplyArguments.description,
      StatusArguments.description,
      ClearArguments.description,
      DoctorArguments.description,
      CalibrateArguments.description,
      CompletionArguments.description,
      MonitorArguments.description,
    ])

  /// Reads the words of a command line, without the name of the program.
  ///
  /// - Throws: ``UsageError``, for standard error and exit status 64.
  init(_ words: [String]) throws(UsageError) {
    switch try ArgumentParser(root: Self.root).parse(words) {
    case .help(let text): self = .text(text)
    case .version: self = .text("linkcond \(Self.version)\n")
    case .command("harness", let parsed): self = .harness(try HarnessArguments(parsed))
    case .command("run", let parsed): self = .run(try RunArguments(parsed))
    case .command("list", let parsed): self = .list(try ListArguments(parsed))
    case .command("show", let parsed): self = .show(try ShowArguments(parsed))
    case .command("convert", let parsed): self = .convert(try ConvertArguments(parsed))
    case .command("report", let parsed): self = .report(try ReportArguments(parsed))
    case .command("rerun", let parsed): self = .rerun(try RerunArguments(parsed))
    case .command("compare", let parsed): self = .compare(try CompareArguments(parsed))
    case .command("apply", let parsed): self = .apply(try ApplyArguments(parsed))
    case .command("status", let parsed): self = .status(try StatusArguments(parsed))
    case .command("clear", let parsed): self = .clear(try ClearArguments(parsed))
    case .command("doctor", let parsed): self = .doctor(try DoctorArguments(parsed))
    case .command("calibrate", let parsed): self = .calibrate(try CalibrateArguments(parsed))
    case .command("check", let parsed): self = .check(try CheckArguments(parsed))
    case .command("completion", let parsed): self = .completion(try CompletionArguments(parsed))
    case .command("monitor", let parsed): self = .monitor(try MonitorArguments(parsed))
    case .command(let name, _):
      // A command is in the table above and not here; a test goes through the table.
      preconditionFailure("the command '\(name)' is described and not read")
    }
  }
}
