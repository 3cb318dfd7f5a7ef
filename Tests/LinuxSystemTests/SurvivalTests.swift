internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// A command that leaves a session of its own with two processes, a daemon that forked twice, and itself: four sleeps.
private let clinging = "setsid sh -c 'sleep 1000 & exec sleep 1000' & (sleep 1000 &); exec sleep 1000"

@Suite(.makesNamespaces)
struct SurvivalTests {
  @Test("nothing survives the tool", arguments: [SIGKILL, SIGTERM, SIGABRT])
  func deathOfTheTool(number: Int32) async throws {
    let result = try await #require(
      processExitsWith: .signal(number), observing: [\.standardOutputContent]
    ) { [number] in
      signal(number, SIG_DFL)
      let namespace = try NetworkNamespace.create(name: "doomed")
      let process = try LabProcess.spawn(
        SpawnRequest(arguments: ["sh", "-c", clinging], networkNamespace: namespace.descriptor))
      let identity = try #require(ProcessTable.namespace("pid", of: process.processID))
      try await waitUntil("the four sleep") {
        ProcessTable.members("pid", identity).filter { ProcessTable.name(of: $0) == "sleep" }.count == 4
      }
      print("here: \(identity) net:[\(namespace.inode)]")
      fflush(nil)
      kill(getpid(), number)
      try await waitUntil("the signal has ended this process") { false }
    }
    let text = String(decoding: result.standardOutputContent, as: UTF8.self)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("here: ") })
    let words = line.split(separator: " ").map(String.init)
    try await waitUntil("the PID namespace is empty") { ProcessTable.members("pid", words[1]).isEmpty }
    try await waitUntil("the network namespace is empty") { ProcessTable.members("net", words[2]).isEmpty }
  }

  @Test("nothing survives the command: all is gone when wait returns")
  func endOfTheCommand() async throws {
    let namespace = try NetworkNamespace.create(name: "orphans")
    let process = try LabProcess.spawn(
      SpawnRequest(arguments: ["sh", "-c", clinging], networkNamespace: namespace.descriptor))
    let identity = try #require(ProcessTable.namespace("pid", of: process.processID))
    try await waitUntil("the four sleep") {
      ProcessTable.members("pid", identity).filter { ProcessTable.name(of: $0) == "sleep" }.count == 4
    }
    process.send(signal: SIGTERM)
    #expect(await process.wait() == .signalled(SIGTERM))
    #expect(ProcessTable.members("pid", identity) == [])
  }

  @Test("nothing is left of a command that could not be started")
  func failedStart() async throws {
    await #expect(processExitsWith: .success) {
      let namespace = try NetworkNamespace.create(name: "failing")
      func attempt() throws {
        let error = try #require(throws: SpawnError.self) {
          try LabProcess.spawn(SpawnRequest(arguments: ["/no/such"], networkNamespace: namespace.descriptor))
        }
        try #require(error.isNotFound)
      }
      try attempt()  // the first starts the spawner's thread
      let count = { try Shell.run(["ls", "/proc/\(getpid())/fd"]).output.split(separator: "\n").count }
      let before = try count()
      for _ in 0..<20 { try attempt() }
      // One left by each would be 20 more; a few come and go with the test library.
      try #require(try count() < before + 20)
      try #require(waitpid(-1, nil, WNOHANG) == -1)  // no child, not even a dead one
    }
  }

  @Test("fifty commands at once, while other threads allocate and start threads, all come to their end")
  func manyAtOnce() async throws {
    let namespace = try NetworkNamespace.create(name: "many")
    let descriptor = namespace.descriptor
    let statuses = try await withThrowingTaskGroup(of: LinuxSystem.ExitStatus?.self) { group in
      for number in 0..<50 {
        group.addTask {
          var request = SpawnRequest(
            arguments: ["sh", "-c", "exit \(number)"], networkNamespace: descriptor)
          request.files = [("/etc/hosts", "127.0.0.1 localhost\n")]
          return try await LabProcess.spawn(request).wait()
        }
        group.addTask {
          for _ in 0..<20 {
            let thread = try OwnThread(name: "busy") {
              _ = [[UInt8]](repeating: .init(repeating: 1, count: 999), count: 9)
            }
            thread.join()
          }
          return nil
        }
      }
      return try await group.reduce(into: Set<LinuxSystem.ExitStatus>()) { if let status = $1 { $0.insert(status) } }
    }
    #expect(statuses == Set((0..<50).map { LinuxSystem.ExitStatus.exited($0) }))
    #expect(namespace.inode != 0)
  }
}
