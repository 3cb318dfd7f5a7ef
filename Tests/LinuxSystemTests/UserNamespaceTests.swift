internal import Glibc
internal import LinuxSystem
internal import TestSupport
internal import Testing

@Suite("an ordinary user", .knowsManyUsers)
struct UserNamespaceTests {
  /// Runs the small program of Tests/OrdinaryUser as `nobody`, from a place where nobody may read.
  private func runAsNobody(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var path = [CChar](repeating: 0, count: 4096)
    let count = try #require(Optional(readlink("/proc/self/exe", &path, path.count)))
    let own = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let products = own.split(separator: "/").dropLast().joined(separator: "/")
    let program = try folder.file("program", "", mode: 0o755)
    let copied = try Shell.run(["cp", "/\(products)/ordinary-user", program])
    try #require(copied.status == 0, "\(copied.output)")
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", "env", "--chdir=/", program]
    return try Shell.run(nobody + arguments)
  }

  @Test("starts a command in a lab, as itself and without capabilities")
  func spawn() throws {
    let script = "id -u; ls /sys/class/net; cat /etc/resolv.conf; echo $$; grep CapEff /proc/self/status; exit 5"
    let result = try runAsNobody(["sh", "-c", script])
    #expect(
      result.output == """
        needed: true, then: false
        65534
        lo
        nameserver 203.0.113.1
        2
        CapEff:\t0000000000000000

        """)
    #expect(result.status == 5)
  }

  @Test("is told what forbids it and what to do, once a process has threads")
  func refusal() async throws {
    await #expect(processExitsWith: .success) {
      let thread = try OwnThread(name: "second") { Wait.sleep(nanoseconds: 1_000_000_000) }
      let error = try #require(throws: SystemError.self) { try UserNamespace.enter() }
      try #require(error.operation == "make a user namespace")
      try #require(error.errno == .invalidArgument)
      let advice = try #require(error.advice)
      for word in ["CAP_SYS_ADMIN", "root", "--privileged", "seccomp=unconfined"] {
        try #require(advice.contains(word), "\(advice)")
      }
      thread.join()
    }
  }
}
