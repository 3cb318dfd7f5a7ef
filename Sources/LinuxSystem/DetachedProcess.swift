internal import Glibc

/// This program once more, as a process of its own that outlives this one: a session of its own, under process 1.
public enum DetachedProcess {
  /// This process's number.
  public static var own: Int32 { getpid() }

  /// Starts it and waits until it says that it is ready, by ``sayReady()``.
  ///
  /// - Parameters:
  ///   - arguments: Its words, without the program's name.
  ///   - descriptor: Becomes its descriptor 3; nil for none.
  /// - Returns: its process number.
  /// - Throws: ``SystemError`` if it does not start, or ends or is silent for 10 s before it is ready.
  public static func startAgain(_ arguments: [String], descriptor: CInt?) throws(SystemError) -> Int32 {
    let output = try CapturedOutput()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writeEnd, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // POSIX_SPAWN_SETSIGMASK and POSIX_SPAWN_SETSID: a terminal that closes or a signal to the group does not reach it.
    posix_spawnattr_setflags(&attributes, 0x08 | 0x80)
    let words = CStrings(["linkcond"] + arguments)
    var process = pid_t()
    let code = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words.pointers, environ)
    guard code == 0 else { throw SystemError("start linkcond once more", errno: Errno(rawValue: code)) }
    output.closeWriteEnd()
    guard output.isReadable(within: 10_000_000_000), output.firstByte() != nil else {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
      throw SystemError("wait until linkcond, started once more, is ready", errno: .timedOut)
    }
    return process
  }

  /// Tells the process that started this one that it may go on, and lets go of its pipe and folder.
  public static func sayReady() {
    Terminal.write("\n", to: 1)
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if null >= 0 {
      dup2(null, 1)
      close(null)
    }
    chdir("/")
  }

  /// Ends a process that ``startAgain(_:descriptor:)`` started and takes its status.
  public static func end(_ process: Int32) {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }
}
