internal import CLinux
internal import Glibc
internal import Synchronization

/// A command in a PID namespace of its own, under an init that ends with this process, by whatever signal.
///
/// Nothing that the command starts survives: not a daemon that forked twice, not a session of its own. A command whose
/// `LabProcess` is let go of runs on until it ends, ``end(grace:)`` is called or this process ends.
///
/// The command sees a `/proc` of its PID namespace and a read-only `/sys` of its network namespace (`/sys/fs/cgroup`
/// stays). In a container that masks parts of them the kernel refuses that to a user namespace: then the container's
/// `/proc` stays, and `/sys/class/net` is empty.
public final class LabProcess: Sendable {
  /// The init of its PID namespace, as this process sees it.
  public let processID: Int32
  /// The files of ``SpawnRequest/files`` that the command does not see, as the machine has nothing at their place.
  public let filesNotShown: [String]
  private let handle: FileDescriptor
  private let life: Mutex<CInt>
  private let end = Mutex<(status: ExitStatus?, waiters: [CheckedContinuation<ExitStatus, Never>])>((nil, []))

  /// The `pidfd` of its init, valid while this object lives.
  var descriptor: CInt { handle.rawValue }

  private init(_ result: lc_spawn_result, filesNotShown: [String]) {
    processID = result.`init`
    self.filesNotShown = filesNotShown
    handle = FileDescriptor(adopting: result.init_pidfd)
    life = Mutex(result.life)
  }

  /// Starts a command; it has been executed when this returns.
  ///
  /// - Throws: ``SpawnError`` with the step that failed, or ``SystemError``. Nothing is left running then.
  public static func spawn(_ request: SpawnRequest) throws -> LabProcess {
    // The init's PR_SET_PDEATHSIG fires when the thread that spawned it ends: this one never does.
    let (result, filesNotShown) = try spawner.get().callBlocking { try start(request) }
    let process = LabProcess(result, filesNotShown: filesNotShown)
    let status = result.status
    do {
      _ = try OwnThread(name: "lc-wait") { process.watch(FileDescriptor(adopting: status)) }
    } catch {
      process.release()
      process.watch(FileDescriptor(adopting: status))
      throw error
    }
    return process
  }

  private static let spawner = Result { () throws(SystemError) in
    try NamespaceThread.start(name: "lc-spawner") { () throws(SystemError) in }.0
  }

  private func watch(_ status: consuming FileDescriptor) {
    var word: Int32 = 0
    var got: Int
    repeat { got = read(status.rawValue, &word, 4) } while got < 0 && errno == EINTR
    // No word means that the init was killed before it could tell.
    let ended: ExitStatus = got == 4 ? ExitStatus(waitStatus: word) : .signalled(SIGKILL)
    release()
    // The kernel lets an init be reaped once all others of its PID namespace are gone.
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

  /// How the command ended; nil while it runs.
  public var ended: ExitStatus? { end.withLock { $0.status } }

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

  /// Sends a signal to the command, through its init; SIGKILL and SIGSTOP go to the init, and SIGKILL so ends all of its
  /// PID namespace. Nothing happens once the command has ended.
  public func send(signal: Int32) {
    // By pidfd: a process number might be another process's by now.
    _ = lc_signal_process(handle.rawValue, signal)
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
