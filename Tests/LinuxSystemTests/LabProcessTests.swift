internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

@Suite(.makesNamespaces)
struct LabProcessTests {
  @Test(
    "how the command ended is told as a shell tells it",
    arguments: [
      ("exit 0", LinuxSystem.ExitStatus.exited(0), 0), ("exit 7", .exited(7), 7), ("exit 255", .exited(255), 255),
      ("kill -TERM $$", .signalled(SIGTERM), 143), ("kill -KILL $$", .signalled(SIGKILL), 137),
      ("kill -SEGV $$", .signalled(SIGSEGV), 139),
    ])
  func statuses(script: String, status: LinuxSystem.ExitStatus, shellCode: Int32) async throws {
    let command = try await LabCommand.shell(script)
    #expect(command.status == status)
    #expect(command.status.shellCode == shellCode)
  }

  @Test("a command that is nowhere is not found, one that may not be run is not executable")
  func notFoundAndNotExecutable() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let plain = try folder.file("plain", "#!/bin/sh\n", mode: 0o644)
    let noInterpreter = try folder.file("odd", "#!/no/such/interpreter\n", mode: 0o755)

    for name in ["no-such-command", "/no/such/command", "/etc/passwd/command", "", noInterpreter] {
      let error = try await #require(throws: SpawnError.self) { try await LabCommand.run([name]) }
      #expect(error.isNotFound && !error.isNotExecutable, "\(error)")
      #expect(error.description == "Command '\(name)' was not found.")
    }
    for name in [plain, "/tmp"] {
      let error = try await #require(throws: SpawnError.self) { try await LabCommand.run([name]) }
      #expect(error.isNotExecutable && !error.isNotFound, "\(error)")
      #expect(error.errno == .permissionDenied)
    }
    // As execvp(3): a later folder of PATH may have it; if none does, the one that may not be run is told of.
    let inPath = try await #require(throws: SpawnError.self) {
      try await LabCommand.run(["plain"]) { $0.environment["PATH"] = "\(folder.path):/no/such/folder" }
    }
    #expect(inPath.isNotExecutable)
    let later = try folder.folder("later")
    _ = try folder.file("later/plain", "#!/bin/sh\necho later\n", mode: 0o755)
    let found = try await LabCommand.run(["plain"]) { $0.environment["PATH"] = "\(folder.path):\(later)" }
    #expect(found.output == "later\n")
  }

  @Test("a script without '#!' is run by the shell, with its arguments")
  func scriptWithoutInterpreter() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = try folder.file("script", "echo \"$0 $1 $2\"\n", mode: 0o755)
    let command = try await LabCommand.run([script, "one", "two words"])
    #expect(command.output == "\(script) one two words\n")
  }

  @Test("a step that fails before the command is named, with what it was about")
  func failedSteps() async throws {
    let folder = try await #require(throws: SpawnError.self) {
      try await LabCommand.run(["true"]) { $0.workingDirectory = "/no/such/folder" }
    }
    #expect(
      folder.description == "Cannot start 'true': enter the folder /no/such/folder: No such file or directory.")
    #expect(!folder.isNotFound && !folder.isNotExecutable)
    let namespace = try await #require(throws: SpawnError.self) {
      try await LabCommand.run(["true"]) { $0.networkNamespace = 1 }
    }
    #expect(namespace.step == "enter the lab's network namespace")
    let descriptor = try await #require(throws: SpawnError.self) {
      try await LabCommand.run(["true"]) { $0.standardInput = 1_000_000 }
    }
    #expect(descriptor.step == "hand over descriptor 0")
  }

  @Test("input, outputs, environment and folder are the request's, and nothing else is open")
  func whatTheCommandGets() async throws {
    let input = try CapturedOutput()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let given = try FileDescriptor(path: try folder.file("input", "handed over"), flags: O_RDONLY)
    let errors = try CapturedOutput()
    let script = "cat; pwd; env | sort; ls /proc/self/fd | wc -l; echo to errors >&2"
    let command = try await LabCommand.shell(script) { request in
      request.standardInput = given.rawValue
      request.standardError = errors.writeEnd
      request.environment = ["GREETING": "hello world", "PATH": "/usr/bin:/bin"]
      request.workingDirectory = "/usr"
    }
    errors.closeWriteEnd()
    input.closeWriteEnd()
    #expect(await errors.text() == "to errors\n")
    // ls has the three and the folder it reads.
    #expect(command.output == "handed over/usr\nGREETING=hello world\nPATH=/usr/bin:/bin\nPWD=/usr\n4\n")
  }

  @Test("the command is process 2, may gain no privileges, and has no signal blocked or ignored")
  func stateOfTheCommand() async throws {
    let command = try await LabCommand.shell("echo $$; exec cat /proc/self/status")
    let lines = command.output.split(separator: "\n")
    #expect(lines.first == "2")
    for line in ["NoNewPrivs:\t1", "SigBlk:\t0000000000000000", "SigIgn:\t0000000000000000"] {
      #expect(lines.contains { $0 == line }, "\(line) in \(command.output)")
    }
  }

  @Test("the command runs as the identity of the request, with its groups only", .knowsManyUsers)
  func identity() async throws {
    let command = try await LabCommand.shell("id -u; id -g; id -G; grep ^CapEff /proc/self/status") { request in
      request.identity = Identity(user: 65_534, group: 65_533, groups: [65_533, 12_345])
    }
    #expect(command.output == "65534\n65533\n65533 12345\nCapEff:\t0000000000000000\n")
  }

  @Test("who called sudo is read with all groups", .knowsManyUsers)
  func sudoCaller() async throws {
    await #expect(processExitsWith: .success) {
      unsetenv("SUDO_UID")
      try #require(Identity.sudoCaller == nil)
      let text = try Shell.run(["id", "-G", "nobody"]).output
      let groups = text.split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
      let group = try #require(groups.first)
      setenv("SUDO_UID", "65534", 1)
      setenv("SUDO_GID", "\(group)", 1)
      let caller = try #require(Identity.sudoCaller)
      try #require(caller.user == 65_534)
      try #require(caller.group == group)
      try #require(Set(caller.groups) == Set(groups))
    }
  }

  @Test(
    "signals reach the command through its init",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT])
  func signals(number: Int32) async throws {
    let namespace = try NetworkNamespace.create(name: "signals")
    let output = try CapturedOutput()
    // Ready once the trap is set: it says so by making a file go.
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let mark = try folder.file("mark", "")
    let script = "trap 'echo caught; exit 3' \(number); rm \(mark); while :; do sleep 0.01; done"
    var request = SpawnRequest(arguments: ["sh", "-c", script], networkNamespace: namespace.descriptor)
    request.standardOutput = output.writeEnd
    let process = try LabProcess.spawn(request)
    output.closeWriteEnd()
    try await waitUntil("the trap is set") { access(mark, F_OK) != 0 }
    process.send(signal: number)
    #expect(await process.wait() == .exited(3))
    #expect(await output.text() == "caught\n")
    process.send(signal: number)  // too late, and no harm
  }

  @Test("a command that ignores TERM is ended after the grace, one that does not at once")
  func end() async throws {
    let namespace = try NetworkNamespace.create(name: "end")
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let mark = try folder.file("mark", "")
    let stubborn = try LabProcess.spawn(
      SpawnRequest(
        arguments: ["sh", "-c", "trap '' TERM; rm \(mark); while :; do sleep 0.01; done"],
        networkNamespace: namespace.descriptor))
    try await waitUntil("the trap is set") { access(mark, F_OK) != 0 }
    let start = ContinuousClock.now
    #expect(await stubborn.end(grace: .milliseconds(200)) == .signalled(SIGKILL))
    #expect(ContinuousClock.now - start >= .milliseconds(200))

    let willing = try LabProcess.spawn(
      SpawnRequest(arguments: ["sleep", "1000"], networkNamespace: namespace.descriptor))
    // The grace is far longer than the test may take.
    #expect(await willing.end(grace: .seconds(1000)) == .signalled(SIGTERM))
    #expect(await willing.end(grace: .zero) == .signalled(SIGTERM))
  }

  @Test("what is sent to the tool while it waits reaches the command", arguments: [SIGINT, SIGTERM, SIGHUP, SIGUSR1])
  func forwarding(number: Int32) async throws {
    await #expect(processExitsWith: .exitCode(7)) { [number] in
      let namespace = try NetworkNamespace.create(name: "forwarding")
      let folder = try TemporaryFolder()
      let mark = try folder.file("mark", "")
      let script = "trap 'exit 7' \(number); rm \(mark); while :; do sleep 0.01; done"
      let process = try LabProcess.spawn(
        SpawnRequest(arguments: ["sh", "-c", script], networkNamespace: namespace.descriptor))
      let forwarding = SignalForwarding(to: process)
      try await waitUntil("the trap is set") { access(mark, F_OK) != 0 }
      kill(getpid(), number)
      let status = await process.wait()
      withExtendedLifetime(forwarding) {}
      folder.remove()  // exit runs no defer
      exit(status.shellCode)
    }
  }
}
