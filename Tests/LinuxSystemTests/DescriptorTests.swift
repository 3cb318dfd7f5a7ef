internal import Glibc
internal import LinuxSystem
internal import Testing

@Suite struct DescriptorTests {
  @Test("a descriptor closes at the end of its scope, unless it was released")
  func closing() async throws {
    // Alone in a process: elsewhere another thread could open the same number meanwhile.
    await #expect(processExitsWith: .success) {
      func open() throws -> CInt {
        let file = try FileDescriptor(path: "/dev/null", flags: O_RDONLY)
        return file.rawValue
      }
      let closed = try open()
      try #require(fcntl(closed, F_GETFD) == -1)
      let released = try FileDescriptor(path: "/dev/null", flags: O_RDONLY).release()
      try #require(fcntl(released, F_GETFD) == FD_CLOEXEC)
    }
  }

  @Test("captured output is all that was written, also more than a pipe holds")
  func capturedOutput() async throws {
    let output = try CapturedOutput()
    let text = String(repeating: "0123456789", count: 100_000)  // 1 MB; a pipe holds 64 KiB
    let writer = try OwnThread(name: "writer") {
      let file = FileDescriptor(adopting: dup(output.writeEnd))
      output.closeWriteEnd()
      try? file.write(Array(text.utf8), operation: "write")  // what is not written is missing below
    }
    #expect(await output.text() == text)
    writer.join()
  }

  @Test("errors name what was attempted, the kernel's words and the way out")
  func errorText() {
    #expect(SystemError("open /x", errno: .permissionDenied).description == "Cannot open /x: Permission denied.")
    #expect(
      SystemError("open /x", errno: .noSuchFile, advice: "Make it.").description
        == "Cannot open /x: No such file or directory. Make it.")
    #expect(Errno(rawValue: EEXIST).description == "File exists")
  }

  @Test("the monotonic clock goes forward and its offset to the wall clock holds")
  func clock() {
    let first = MonotonicClock.now()
    #expect(MonotonicClock.now() >= first)
    var wall = timespec()
    clock_gettime(CLOCK_REALTIME, &wall)
    let monotonic = MonotonicClock.now()
    let offset = Int64(wall.tv_sec) * 1_000_000_000 + Int64(wall.tv_nsec) - monotonic
    // Between the two readings here the thread may be put aside: a second is far more than that, and far less than
    // the offset, which is decades.
    #expect(abs(MonotonicClock.realtimeOffset() - offset) < 1_000_000_000)
  }
}
