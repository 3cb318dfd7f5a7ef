internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A command in a PID namespace of its own, under an init that ends with this process, by whatever signal.
///
/// Nothing that the command starts survives: not a daemon that forked twice, not a session of its own.
public final class LabProcess: Sendable {
  /// The init of its PID namespace, as this process sees it.
  public let processID: Int32
  private let life: Mutex<CInt>
  private let status: CInt
  private let end = Mutex<(status: ExitStatus?, waiters: [CheckedContinuation<ExitStatus, Never>])>((nil, []))

  private init(_ result: lc_spawn_result) throws(SystemError) {
    processID = result.`init`
    life = Mutex(result.life)
    status = result.status
    close(result.init_pidfd)
    _ = try OwnThread(name: "lc-wait") { [self] in watch() }
  }

  /// Starts a command.
  ///
  /// - Throws: ``SpawnError`` with the step that failed, or ``SystemError``.
  public static func spawn(_ request: SpawnRequest) throws -> LabProcess {
    // PR_SET_PDEATHSIG of the init fires when the thread that spawned it ends: this one never does.
    try spawner.get().performBlocking { try LabProcess(start(request)) }
  }

  private static let spawner = Result { try NetworkNamespace.open(path: "/proc/self/ns/net", name: "lc-spawner") }

  private func watch() {
    var word: Int32 = 0
    var got: Int
    repeat { got = read(status, &word, 4) } while got < 0 && errno == EINTR
    close(status)
    // No word means that the init was killed before it could tell.
    let ended: ExitStatus = got == 4 ? ExitStatus(waitStatus: word) : .signalled(SIGKILL)
    release()
    while waitpid(processID, nil, 0) < 0 && errno == EINTR {}
    let waiters = self.end.withLock { end in
      end.status = ended
      defer { end.waiters = [] }
      return end.waiters
    }
    for waiter in waiters { waiter.resume(returning: ended) }
  }

  /// Lets go of the init, which then ends its whole PID namespace.
  private func release() {
    life.withLock { descriptor in
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  /// Waits until the command has ended; what it left running has ended then too.
  public func wait() async -> ExitStatus {
    await withCheckedContinuation { continuation in
      let known = end.withLock { end -> ExitStatus? in
        if end.status == nil { end.waiters.append(continuation) }
        return end.status
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Sends a signal to the command, through its init.
  public func send(signal: Int32) {
    // The waiter reaps the init only after the status is known, so the number is not another process's.
    end.withLock { if $0.status == nil { _ = kill(processID, signal) } }
  }

  /// Asks the command to end (SIGTERM), and after `grace` ends all of its PID namespace.
  public func end(grace: Duration) async -> ExitStatus {
    send(signal: SIGTERM)
    let limit = Task {
      try await Task.sleep(for: grace)
      self.release()
    }
    let status = await wait()
    limit.cancel()
    return status
  }

  deinit { release() }
}
