import Testing

@testable import LinkcondCommand

@Suite("Help")
struct ArgumentsHelpTests {
  /// What the words print; nil if they ask for something else.
  private func text(_ words: String...) throws -> String? {
    guard case .text(let text) = try Invocation(words) else { return nil }
    return text
  }

  @Test("the overview lists the commands, and no words ask for it too")
  func overview() throws {
    let expected = """
      OVERVIEW: A network link conditioner for Linux, and a test harness around it.

      USAGE: linkcond <subcommand>

      OPTIONS:
        --version               Show the version.
        -h, --help              Show help information.

      SUBCOMMANDS:
        harness                 Run the monitors, and a command, under each profile or
                                scenario and record every transition.
        run                     Run a command behind a link with the conditions of a
                                profile.
        list                    List the profiles and scenarios that are found.
        show                    Show a profile, or a scenario, in full.
        check                   Check files of profiles and scenarios.
        convert                 Convert profiles from and to the formats of other
                                tools.
        report                  Draw a record again.
        compare                 Show which transitions of a record appeared, vanished
                                or moved in time since another.
        rerun                   Do again what a record tells of, and compare.
        apply                   Condition an existing interface.
        status                  Show the interfaces that linkcond has conditioned, as
                                the kernel has them now.
        clear                   Take the conditions from interfaces, and give back
                                what was there before.
        doctor                  Try what this machine can do, and say how to get what
                                it lacks.
        calibrate               Measure what a lab imposes here beside what was asked
                                of it.
        completion              Print a script that completes linkcond's words in a
                                shell.
        monitor                 Print the status transitions of this machine's network
                                as they happen.

        See 'linkcond help <subcommand>' for detailed help.

      """
    #expect(try text("--help") == expected)
    #expect(try text() == expected)
  }

  @Test("harness")
  func harness() throws {
    #expect(
      try text("harness", "--help") == """
        OVERVIEW: Run the monitors, and a command, under each profile or scenario and
        record every transition.

        Each profile gets a lab of its own: the monitors first watch an unconditioned
        link, then the profile is applied, then removed. A scenario has steps of its
        own. What they say and when is written to record.jsonl in the output folder.
        The command runs as the client of each lab. What it writes is recorded; it tells
        its idea of the network by lines that '--status' finds, or by a line for each
        status on the descriptor that LINKCOND_STATUS_FD names.

        USAGE: linkcond harness [--profile <name> ...] [--scenario <name> ...]
               [--repeat <number>] [--engine <engine>] [--seed <number>]
               [--baseline <duration>] [--applied <duration>] [--removed <duration>]
               [--until-recovered <duration>] [--jobs <number>] [--output <dir>]
               [--profiles <path> ...] [--monitors <list>] [--status <regex>]
               [--serve <command>] [--way-out] [--expect <text> ...] [--plain] [--json]
               [-- <command> ...]

        ARGUMENTS:
          <command> ...           A command to run in each lab and its arguments.

        OPTIONS:
          --profile <name>        Run under this profile: a name or the path of a file.
                                  Repeat it for several. (default: all that are found,
                                  if no scenario is named)
          --scenario <name>       Run this scenario: a name or the path of a file.
                                  Repeat it for several.
          --repeat <number>       How often each profile and scenario is run. (default:
                                  1)
          --engine <engine>       What imposes the conditions. (values: auto, kernel,
                                  userspace; default: auto)
          --seed <number>         Lose the same packets as another run with this number.
                                  Another one is drawn each time if it is left out.
          --baseline <duration>   How long to watch the unconditioned link first.
                                  (default: 2 s)
          --applied <duration>    How long the profile is applied. (default: 8 s)
          --removed <duration>    How long to watch after it is removed. (default: 4 s)
          --until-recovered <duration>
                                  End a run as soon as every monitor says again what it
                                  said at first, and so long after the last change at
                                  the latest.
          --jobs <number>         How many labs run at a time. (default: all at once)
          --output <dir>          Write the record to this folder. (default:
                                  linkcond-record)
          --profiles <path>       Look for profiles in this folder or file too. Repeat
                                  it for several.
          --monitors <list>       The monitors to run, with commas between. (values:
                                  path, reachability, probe, app; default:
                                  path,reachability,probe,app)
          --status <regex>        Find the command's status in the lines that it writes:
                                  the group named 'status', else the first group, else
                                  all that matches.
          --serve <command>       Run this shell command on the network side, such as
                                  the command's own server.
          --way-out               Connect the lab to the real network too, through pasta
                                  or slirp4netns, whichever is installed.
          --expect <text>         What must come out of every run that has the step,
                                  such as 'probe offline within 5s after applied'.
                                  Repeat it for several; the exit status is 1 if one
                                  does not.
          --plain                 Print without colours, and nothing that moves.
          --json                  Print JSON.
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("run")
  func run() throws {
    #expect(
      try text("run", "--help") == """
        OVERVIEW: Run a command behind a link with the conditions of a profile.

        The command runs as the client of a lab and sees its network only. Its exit
        status is passed on, 128 and the number for a signal; 125 means that linkcond
        itself failed, 126 that the command cannot be executed, 127 that it was not
        found.

        USAGE: linkcond run [--engine <engine>] [--seed <number>]
               [--profiles <path> ...] [--serve <command>] [--way-out] <profile>
               -- <command> ...

        ARGUMENTS:
          <profile>               A profile's name, of which case, spaces, '-' and '_'
                                  do not matter, or the path of its file.
          <command> ...           The command to run and its arguments.

        OPTIONS:
          --engine <engine>       What imposes the conditions. (values: auto, kernel,
                                  userspace; default: auto)
          --seed <number>         Lose the same packets as another run with this number.
                                  Another one is drawn each time if it is left out.
          --profiles <path>       Look for profiles in this folder or file too. Repeat
                                  it for several.
          --serve <command>       Run this shell command on the network side, such as
                                  the command's own server.
          --way-out               Connect the lab to the real network too, through pasta
                                  or slirp4netns, whichever is installed.
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("list")
  func list() throws {
    #expect(
      try text("list", "--help") == """
        OVERVIEW: List the profiles and scenarios that are found.

        Profiles are looked for among the bundled ones, in ~/.config/linkcond/profiles,
        in ./profiles and where --profiles says; scenarios in the folder 'scenarios' of
        each, and in ~/.config/linkcond/scenarios. Of two with the same name the one
        found last counts.

        USAGE: linkcond list [--json] [--names <what>] [--profiles <path> ...]

        OPTIONS:
          --json                  Print JSON.
          --names <what>          Print these names alone, one a line. (values:
                                  profiles, scenarios)
          --profiles <path>       Look for profiles in this folder or file too. Repeat
                                  it for several.
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("show and report")
  func showAndReport() throws {
    #expect(
      try text("show", "--help") == """
        OVERVIEW: Show a profile, or a scenario, in full.

        USAGE: linkcond show [--json] [--as <form>] [--device <interface>]
               [--profiles <path> ...] <profile>

        ARGUMENTS:
          <profile>               The name of a profile or scenario, of which case,
                                  spaces, '-' and '_' do not matter, or the path of its
                                  file.

        OPTIONS:
          --json                  Print JSON.
          --as <form>             Print the profile or scenario as a file or as
                                  commands. (values: plist, nlc, tc)
          --device <interface>    The interface that commands of tc are written for.
          --profiles <path>       Look for profiles in this folder or file too. Repeat
                                  it for several.
          --version               Show the version.
          -h, --help              Show help information.

        """)
    #expect(
      try text("report", "--help") == """
        OVERVIEW: Draw a record again.

        USAGE: linkcond report [--text] [--html <file>] [--junit <file>] [--csv <file>]
               [--json] [--plain] <record>

        ARGUMENTS:
          <record>                The path of a record.jsonl, or of the folder that it
                                  is in.

        OPTIONS:
          --text                  Print the report to the terminal. This is what it does
                                  by itself, if no file is asked for.
          --html <file>           Write one HTML file that needs nothing else; '-' is
                                  standard output.
          --junit <file>          Write JUnit XML, a suite for each run; '-' is standard
                                  output.
          --csv <file>            Write the transitions as comma-separated values; '-'
                                  is standard output.
          --json                  Print JSON.
          --plain                 Print without colours, and nothing that moves.
          --version               Show the version.
          -h, --help              Show help information.

        """)
  }

  @Test("-h, --help and help print the same bytes, whatever else is wrong")
  func spellings() throws {
    for name in Invocation.root.subcommands.map(\.name) {
      let expected = try #require(try text(name, "--help"))
      #expect(try text(name, "-h") == expected)
      #expect(try text("help", name) == expected)
      #expect(try text("help", name, "--help") == expected)
      #expect(try text(name, "--nonsense", "-h", "surplus") == expected)
    }
    #expect(try text("help") == text("--help"))
    #expect(try text("-h") == text("--help"))
    #expect(try text("help", "-h") == text("--help"))
  }

  @Test("no line of help is wider than 80 columns, none ends in a space")
  func width() throws {
    for command in [Invocation.root] + Invocation.root.subcommands {
      for line in HelpText(command: command, path: ["linkcond", command.name]).text.split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
        #expect(line.last != " ", "\(line)")
      }
    }
  }

  @Test("the version is one line, after any command")
  func version() throws {
    #expect(try text("--version") == "linkcond 0.1.0\n")
    #expect(try text("run", "edge", "--version", "--", "true") == "linkcond 0.1.0\n")
  }

  @Test("a label too wide for its column stands on a line of its own")
  func wideLabel() {
    let option = ValueOption<String>("a-very-long-name", value: "value", help: "Something.").description
    let command = CommandDescription("tool", abstract: "A tool.", options: [option])
    #expect(
      HelpText(command: command, path: ["tool"]).text.contains(
        """
        OPTIONS:
          --a-very-long-name <value>
                                  Something.
          --version               Show the version.
        """))
  }
}
