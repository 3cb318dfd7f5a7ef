import Conditioner
import Harness
import Profiles
import Testing

@testable import LinkcondCommand

@Suite("Reading the command line")
struct ArgumentsParsingTests {
  private func harness(_ words: String...) throws -> HarnessArguments? {
    guard case .harness(let arguments) = try Invocation(["harness"] + words) else { return nil }
    return arguments
  }

  @Test("harness has its defaults")
  func defaults() throws {
    #expect(
      try harness() == HarnessArguments())
    let defaults = HarnessArguments()
    #expect(defaults.baseline == .seconds(2) && defaults.applied == .seconds(8) && defaults.removed == .seconds(4))
    #expect(defaults.repeats == 1 && defaults.monitors == MonitorKind.allCases && defaults.output == "linkcond-record")
  }

  @Test("harness takes every option, with a space or an equals sign")
  func everyOption() throws {
    let expected = HarnessArguments(
      profiles: ["3g", "100% Loss"], scenarios: ["a", "b"], repeats: 3, engine: .userspace, seed: .max,
      baseline: .milliseconds(500), applied: .seconds(8), removed: .seconds(60), recoveryLimit: .seconds(90), jobs: 2,
      output: "-out", profilePlaces: ["a=b", "c"], monitors: [.probe], command: ["cmd", "--help"],
      statusPattern: "up|down", server: "exec httpd",
      expectations: [.exit(status: 0), .transitions(monitor: "probe", atMost: 2)], isPlain: true, isJSON: true)
    #expect(
      try harness(
        "--profile", "3g", "--profile=100% Loss", "--engine", "userspace", "--seed", "18446744073709551615",
        "--baseline", "500 ms", "--applied=8s", "--removed", "1 min", "--jobs", "2", "--output=-out", "--profiles=a=b",
        "--profiles", "c", "--monitors", "probe,probe", "--plain", "--json", "--scenario", "a", "--scenario=b",
        "--repeat", "3", "--until-recovered", "90 s", "--status", "up|down", "--serve", "exec httpd", "--expect",
        "exit 0", "--expect=probe transitions <= 2", "--", "cmd", "--help") == expected)
  }

  @Test("an option given twice that is not repeated counts as given last")
  func lastCounts() throws {
    #expect(try harness("--jobs", "1", "--jobs=3")?.jobs == 3)
  }

  @Test("words after -- are the command, whatever they look like")
  func command() throws {
    let invocation = try Invocation([
      "run", "--engine", "kernel", "edge", "--seed=1", "--", "curl", "--help", "--", "-x",
    ])
    #expect(
      invocation
        == .run(
          RunArguments(
            profile: "edge", command: ["curl", "--help", "--", "-x"], engine: .kernel, seed: 1, profilePlaces: [])))
  }

  @Test("a record is run again by its own engine, or by another one")
  func rerun() throws {
    func engine(_ words: String...) throws -> EngineChoice? {
      guard case .rerun(let arguments) = try Invocation(["rerun", "r"] + words) else { return nil }
      return arguments.engine
    }
    #expect(try engine() == nil)
    #expect(try engine("--engine", "userspace") == .userspace)
  }

  @Test("after -- a profile may begin with a dash where no command is taken")
  func terminator() throws {
    #expect(
      try Invocation(["show", "--json", "--", "-odd"])
        == .show(ShowArguments(profile: "-odd", isJSON: true, profilePlaces: [])))
    #expect(try Invocation(["show", "-"]) == .show(ShowArguments(profile: "-", isJSON: false, profilePlaces: [])))
  }

  @Test("each command that is described is read")
  func everyCommand() throws {
    // What a command needs beside one word for each of its arguments.
    let needed = ["convert": ["--to", "json"], "apply": ["--device", "eth0"], "completion": []]
    for command in Invocation.root.subcommands {
      var words = [command.name] + (needed[command.name] ?? [])
      for argument in command.arguments {
        switch argument.extent {
        case .afterTerminator: words += ["--", "c"]
        case .perhapsAfterTerminator: break
        default: words.append(command.name == "completion" ? "bash" : "word")
        }
      }
      _ = try Invocation(words)
    }
    #expect(try Invocation(["list", "--json"]) == .list(ListArguments(isJSON: true, profilePlaces: [])))
    #expect(
      try Invocation(["apply", "3g", "--device", "eth0", "--direction", "uplink", "--for", "5 min", "--namespace", "n"])
        == .apply(
          ApplyArguments(
            profile: "3g", device: "eth0", namespace: "n", direction: .uplink, duration: .seconds(300), isDryRun: false,
            isForced: false, profilePlaces: [])))
    #expect(
      try Invocation(["clear", "--device", "eth0", "--force"])
        == .clear(ClearArguments(device: "eth0", namespace: nil, isForced: true)))
    #expect(
      try Invocation(["report", "--plain", "dir", "--text"])
        == .report(ReportArguments(record: "dir", isText: true, isJSON: false, isPlain: true)))
    #expect(
      try Invocation(["report", "r", "--html", "a.html", "--junit=b.xml", "--csv", "-"])
        == .report(
          ReportArguments(
            record: "r", isText: false, isJSON: false, isPlain: false, html: "a.html", junit: "b.xml", csv: "-")))
    #expect(
      try Invocation(["compare", "a", "b", "--floor", "2s", "--json"])
        == .compare(
          CompareArguments(before: "a", now: "b", floor: .seconds(2), isJSON: true, isPlain: false)))
  }

  @Test(
    "the first line of an error says what is wrong",
    arguments: [
      (["lst"], "Unknown subcommand 'lst'. Did you mean 'list'?"),
      (["frobnicate"], "Unknown subcommand 'frobnicate'"),
      (["--", "list"], "Unexpected argument '--'"),
      (["--jsn"], "Unknown option '--jsn'"),
      (["--verson"], "Unknown option '--verson'. Did you mean '--version'?"),
      (["help", "shw"], "Unknown subcommand 'shw'. Did you mean 'show'?"),
      (["help", "show", "me"], "Unexpected argument 'me'"),
      (["harness", "--bsaeline", "1 s"], "Unknown option '--bsaeline'. Did you mean '--baseline'?"),
      (["harness", "-x"], "Unknown option '-x'"),
      (["harness", "--json=yes"], "The option '--json' does not take any value."),
      (["harness", "--seed"], "Missing value for '--seed <number>'"),
      (
        ["harness", "--seed", "-1"],
        "The value '-1' is invalid for '--seed <number>': a whole number from 0 to 18446744073709551615 is expected."
      ),
      (["harness", "--seed", "--json"], "Missing value for '--seed <number>'"),
      (
        ["harness", "--engine", "tc"],
        "The value 'tc' is invalid for '--engine <engine>'. Please provide one of 'auto', 'kernel' or 'userspace'."
      ),
      (
        ["harness", "--monitors", "path,"],
        "The value '' is invalid for '--monitors <list>'. Please provide one of 'path', 'reachability', 'probe' or 'app'."
      ),
      (
        ["harness", "--seed=-1"],
        "The value '-1' is invalid for '--seed <number>': a whole number from 0 to 18446744073709551615 is expected."
      ),
      (
        ["harness", "--jobs", "0"],
        "The value '0' is invalid for '--jobs <number>': a whole number from 1 to 64 is expected."
      ),
      (
        ["harness", "--applied", "8"],
        "The value '8' is invalid for '--applied <duration>': it has no unit; write a duration such as \"100 ms\" (units: ns, us, ms, s, min)."
      ),
      (
        ["harness", "--applied", "0 s"],
        "The value '0 s' is invalid for '--applied <duration>': a duration above 0 s and up to 60 min is expected."
      ),
      (
        ["harness", "--scenario", "elevator", "--removed", "1s"],
        "'--removed' is about runs under a profile; a scenario has times of its own."
      ),
      (
        ["harness", "--monitors", "path", "--expect", "rtt roundTrip <= 5ms"],
        "'--expect rtt roundTrip <= 5ms' takes the monitor 'probe', which '--monitors' leaves out."
      ),
      (
        ["harness", "--expect", "loss roundTrip <= 5%", "--", "true"],
        "'--expect loss roundTrip <= 5%' cannot be told: loss and rate are only measured without a command, which that would disturb."
      ),
      (
        ["harness", "--expect", "exit 0"],
        "'--expect exit 0' is about a command. Write '--' and the command to run at the end."
      ),
      (["harness", "--output="], "The value '' is invalid for '--output <dir>': it is empty."),
      (["harness", "edge"], "Unexpected argument 'edge'. Write '--' before the command to run."),
      (["list", "a", "b"], "2 unexpected arguments: 'a', 'b'"),
      (["show"], "Missing expected argument '<profile>'"),
      (["run", "--", "true"], "Missing expected argument '<profile>'"),
      (["run", "edge"], "Missing expected argument '<command> ...'"),
      (["run", "edge", "--"], "Missing expected argument '<command> ...'"),
      (["apply", "3g"], "Missing expected argument '--device <device>'"),
      (["run", "edge", "true"], "Unexpected argument 'true'. Write '--' before the command to run."),
    ])
  func messages(words: [String], message: String) throws {
    let error = try #require(throws: UsageError.self) { try Invocation(words) }
    #expect(error.message == message)
    #expect(error.description.hasPrefix("Error: \(message)\n"))
    #expect(CommandStatus(error).rawValue == 64)
  }

  @Test("an error names the argument, the usage and the way to the help")
  func errorLines() throws {
    let missing = try #require(throws: UsageError.self) { try Invocation(["show"]) }
    #expect(
      missing.description == """
        Error: Missing expected argument '<profile>'
        Help:  <profile>  The name of a profile or scenario, of which case, spaces, '-' and '_' do not matter, or the \
        path of its file.
        Usage: linkcond show [--json] [--as <form>] [--device <interface>]
               [--profiles <path> ...] <profile>
          See 'linkcond show --help' for more information.
        """)
    let unknown = try #require(throws: UsageError.self) { try Invocation(["run", "--sede", "1"]) }
    #expect(
      unknown.description == """
        Error: Unknown option '--sede'. Did you mean '--seed'?
        Usage: linkcond run [--engine <engine>] [--seed <number>]
               [--profiles <path> ...] [--serve <command>] [--way-out] <profile>
               -- <command> ...
          See 'linkcond run --help' for more information.
        """)
    let invalid = try #require(throws: UsageError.self) { try Invocation(["harness", "--jobs", "many"]) }
    #expect(invalid.help == "--jobs <number>  How many labs run at a time. (default: all at once)")
    let subcommand = try #require(throws: UsageError.self) { try Invocation(["lst"]) }
    #expect(
      subcommand.description == """
        Error: Unknown subcommand 'lst'. Did you mean 'list'?
        Usage: linkcond <subcommand>
          See 'linkcond --help' for more information.
        """)
  }

  @Test("each fault of a file is an error of its own")
  func faults() {
    let faults = ProfileFaults([
      ProfileFault(file: "x", keyPath: "Name", line: 3, message: "One."), ProfileFault(file: "x", message: "Two."),
    ])
    #expect(ErrorText.of(faults) == "Error: x:3: Name: One.\nError: x: Two.\n")
    #expect(
      ErrorText.of(UnknownName(.profile, name: "y", nearest: [], searched: [])) == "Error: There is no profile 'y'.\n")
  }

  @Test("errors of profiles have their exit status")
  func statuses() {
    #expect(CommandStatus(UnknownName(.profile, name: "x", nearest: [], searched: [])) == .usage)
    #expect(CommandStatus(ProfileFaults([ProfileFault(file: "x", message: "y")])) == .badInput)
    #expect(CommandStatus(CancellationError()) == .failed)
  }
}
