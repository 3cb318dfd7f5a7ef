internal import LinuxSystem
internal import Synchronization
internal import TestSupport
internal import Testing

@Suite struct OwnThreadTests {
  @Test("a thread runs its body under its name, cut to 15 bytes, and join waits for it")
  func nameAndJoin() throws {
    let seen = Mutex("")
    let thread = try OwnThread(name: "a name of many letters") {
      do throws(SystemError) {
        let file = try FileDescriptor(path: "/proc/thread-self/comm", flags: 0)
        let bytes = try file.read(64, operation: "read the name")
        seen.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
      } catch {
        seen.withLock { $0 = "\(error)" }
      }
    }
    thread.join()
    #expect(seen.withLock { $0 } == "a name of many \n")
    thread.join()  // again does no harm
  }

  @Test("a thread in a namespace makes its sockets there", .makesNamespaces)
  func threadInNamespace() async throws {
    let namespace = try NetworkNamespace.create(name: "home")
    let seen = Mutex("")
    let thread = try OwnThread.start(name: "inside", in: namespace) {
      let links = try Shell.run(["readlink", "/proc/self/ns/net"]).output
      return { seen.withLock { $0 = links } }
    }
    thread.join()
    #expect(seen.withLock { $0 } == "net:[\(namespace.inode)]\n")
  }

  @Test("what the preparation throws reaches the caller", .makesNamespaces)
  func failedPreparation() throws {
    let namespace = try NetworkNamespace.create(name: "home")
    let wanted = SystemError("prepare", errno: .noSpace)
    #expect(throws: wanted) { try OwnThread.start(name: "inside", in: namespace) { throw wanted } }
  }
}
