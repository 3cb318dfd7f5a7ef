internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// What a command sees of the machine's files.
@Suite(.makesNamespaces)
struct LabViewTests {
  @Test("the command sees the lab's resolv.conf, and the machine keeps its own")
  func resolvConf() async throws {
    let before = try Shell.run(["cat", "/etc/resolv.conf"])
    let command = try await LabCommand.run(["cat", "/etc/resolv.conf", "/etc/hosts"]) { request in
      request.files = [("/etc/resolv.conf", "nameserver 203.0.113.1\n"), ("/etc/hosts", "127.0.0.1 localhost\n")]
    }
    #expect(command.output == "nameserver 203.0.113.1\n127.0.0.1 localhost\n")
    #expect(command.filesNotShown.isEmpty)
    #expect(try Shell.run(["cat", "/etc/resolv.conf"]) == before)
  }

  @Test("a link is covered where it stands: into a hidden folder, to nowhere, or to a file")
  func links() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let hidden = try folder.folder("resolve")
    let stub = try folder.file("resolve/stub", "of the machine")
    let into = try folder.link("into", to: stub)
    let nowhere = try folder.link("nowhere", to: "/no/such/file")
    let file = try folder.link("link", to: try folder.file("file", "of the machine"))
    let command = try await LabCommand.run(["cat", into, nowhere, file]) { request in
      request.files = [(into, "one "), (nowhere, "two "), (file, "three")]
      request.hiddenDirectories = [hidden]
    }
    #expect(command.output == "one two three")
    #expect(try Shell.run(["cat", into, file]).output == "of the machineof the machine")
    #expect(try Shell.run(["cat", nowhere]).status == 1)
  }

  @Test("a file that the machine does not have is left out and told of")
  func missingFile() async throws {
    let command = try await LabCommand.run(["cat", "/etc/hosts"]) { request in
      request.files = [("/no/such/nsswitch.conf", "x"), ("/etc/hosts", "shown\n")]
    }
    #expect(command.output == "shown\n")
    #expect(command.filesNotShown == ["/no/such/nsswitch.conf"])
  }

  @Test("the lab's files can be read by anyone, whatever the umask", .knowsManyUsers)
  func filesAreReadable() async throws {
    await #expect(processExitsWith: .success) {
      umask(0o077)
      let command = try await LabCommand.run(["cat", "/etc/hosts"]) { request in
        request.files = [("/etc/hosts", "readable\n")]
        request.identity = Identity(user: 65_534, group: 65_534, groups: [])
      }
      try #require(command.output == "readable\n")
    }
  }

  @Test("hidden folders are empty; those that are not there do no harm")
  func hiddenFolders() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let hidden = try folder.folder("dbus")
    _ = try folder.file("dbus/socket", "")
    let command = try await LabCommand.run(["ls", "-A", hidden]) { request in
      request.hiddenDirectories = [hidden, "/no/such/folder"]
    }
    #expect(command.status == .exited(0))
    #expect(command.output.isEmpty)
    #expect(try Shell.run(["ls", "-A", hidden]).output == "socket\n")
  }

  @Test("/sys/class/net has the interfaces of the namespace only, and /sys/fs/cgroup stays")
  func sys() async throws {
    let namespace = try NetworkNamespace.create(name: "sys")
    let added = try namespace.performBlocking {
      try Shell.run(["ip", "link", "add", "mine0", "type", "veth", "peer", "name", "mine1"])
    }
    #expect(added.status == 0, "\(added.output)")
    let groups = try Shell.run(["ls", "/sys/fs/cgroup"]).output
    let command = try await LabCommand.shell("ls /sys/class/net; echo --; ls /sys/fs/cgroup") { request in
      request.networkNamespace = namespace.descriptor
    }
    let parts = command.output.split(separator: "--\n", maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.first == "lo\nmine0\nmine1\n")
    #expect(parts.last.map(String.init) == groups)
  }

  @Test("/proc has the processes of the lab only")
  func proc() async throws {
    let command = try await LabCommand.shell(
      "ls /proc | grep -c '^[0-9]'; cat /proc/1/comm; readlink /proc/self/ns/pid")
    let lines = command.output.split(separator: "\n")
    // init, sh, and ls and grep of the pipe as far as they have started and not ended.
    let count = try #require(lines.first.flatMap { Int($0) })
    #expect((3...4).contains(count), "\(command.output)")
    #expect(lines.dropFirst().first == "lc-init")
    #expect(lines.last.map(String.init) != ProcessTable.namespace("pid", of: getpid()))
  }
}
