internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

/// The thread and the network namespace that the caller runs in.
private func place() -> [String] {
  ["/proc/thread-self", "/proc/thread-self/ns/net"].map { path in
    var buffer = [CChar](repeating: 0, count: 256)
    let count = readlink(path, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

@Suite(.makesNamespaces)
struct NetworkNamespaceTests {
  @Test("a new namespace has nothing but a loopback interface that is down")
  func newNamespaceIsBare() throws {
    let namespace = try NetworkNamespace.create(name: "bare")
    let links = try namespace.performBlocking { try Shell.run(["ip", "-brief", "link"]) }
    #expect(links.status == 0)
    #expect(links.output.split(separator: "\n").count == 1)
    #expect(links.output.split(whereSeparator: \.isWhitespace).prefix(2) == ["lo", "DOWN"])
  }

  @Test("perform keeps its thread and its namespace over 200 suspensions")
  func performKeepsItsThread() async throws {
    let namespace = try NetworkNamespace.create(name: "steady")
    let first = try await namespace.perform { place() }
    #expect(first[1] == "net:[\(namespace.inode)]")
    #expect(first != place())
    for _ in 0..<200 {
      await Task.yield()
      #expect(try await namespace.perform { place() } == first)
    }
    #expect(try namespace.performBlocking { place() } == first)
  }

  @Test("performBlocking from the namespace's own thread runs at once")
  func performBlockingNests() throws {
    let namespace = try NetworkNamespace.create(name: "nested")
    let both = try namespace.performBlocking { [place(), try namespace.performBlocking { place() }] }
    #expect(both[0] == both[1])
  }

  @Test("what the body throws reaches the caller")
  func errorsArePassedOn() async throws {
    let namespace = try NetworkNamespace.create(name: "throwing")
    let wanted = SystemError("try", errno: .noSpace)
    await #expect(throws: wanted) { try await namespace.perform { throw wanted } }
    #expect(throws: wanted) { try namespace.performBlocking { throw wanted } }
  }

  @Test("sixty namespaces at once are sixty places")
  func sixtyAtOnce() async throws {
    let namespaces = try (0..<60).map { try NetworkNamespace.create(name: "crowd-\($0)") }
    let places = try await withThrowingTaskGroup(of: [String].self) { group in
      for namespace in namespaces {
        group.addTask {
          for _ in 0..<20 { _ = try await namespace.perform { place() } }
          return try await namespace.perform { place() }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(places.map { $0[0] }).count == 60)
    #expect(Set(places.map { $0[1] }) == Set(namespaces.map { "net:[\($0.inode)]" }))
  }

  @Test("thread and descriptor are gone once a namespace is let go of")
  func goesWithItsLastReference() async throws {
    // The inode of a namespace that has gone may soon be another's: one that is held as well cannot be mixed up.
    var namespace: NetworkNamespace? = try NetworkNamespace.create(name: "brief")
    let inode = try #require(namespace?.inode)
    #expect(ProcessTable.ownHolds(ofNetwork: inode) == 2)  // its thread and its descriptor
    let keeper = try FileDescriptor(path: "/proc/self/fd/\(try #require(namespace?.descriptor))", flags: O_RDONLY)
    #expect(ProcessTable.ownHolds(ofNetwork: inode) == 3)
    namespace = nil
    try await waitUntil("only the test's own descriptor holds it") { ProcessTable.ownHolds(ofNetwork: inode) == 1 }
    #expect(keeper.rawValue >= 0)
  }

  @Test("an existing namespace is entered by path")
  func openByPath() async throws {
    let namespace = try NetworkNamespace.create(name: "first")
    let second = try NetworkNamespace.open(path: "/proc/self/fd/\(namespace.descriptor)", name: "second")
    #expect(second.inode == namespace.inode)
    let there = try await second.perform { place() }
    let first = try await namespace.perform { place() }
    #expect(there[1] == first[1])
    #expect(there[0] != first[0])
  }

  @Test("a path that is no network namespace is named in the error")
  func wrongPaths() {
    #expect(throws: SystemError("open /nowhere", errno: .noSuchFile)) {
      try NetworkNamespace.open(path: "/nowhere", name: "none")
    }
    let error = #expect(throws: SystemError.self) { try NetworkNamespace.open(path: "/dev/null", name: "none") }
    #expect(error?.operation == "enter the network namespace /dev/null")
    #expect(error?.errno == .invalidArgument)
  }

  @Test("settings are those of the namespace")
  func kernelSettings() throws {
    let namespace = try NetworkNamespace.create(name: "settings")
    let path = "net/ipv4/ip_default_ttl"
    let outside = try KernelSetting.read(path)
    let inside = try namespace.performBlocking {
      try KernelSetting.write(path, "17")
      return try KernelSetting.read(path)
    }
    #expect(inside == "17")
    #expect(try KernelSetting.read(path) == outside)
    #expect(outside != "17")
    #expect(throws: SystemError("open /proc/sys/net/no_such_setting", errno: .noSuchFile)) {
      try KernelSetting.read("net/no_such_setting")
    }
  }
}
