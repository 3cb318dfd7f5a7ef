internal import Glibc
internal import LinuxSystem

/// Tools that we did not write, as witnesses.
public enum Shell {
  /// Runs a command, looked up in `PATH`, in the calling thread's namespaces and waits for it.
  ///
  /// - Returns: its exit status (128 and the number for a signal) and what it wrote to both outputs.
  /// - Throws: `SystemError` if it cannot be started.
  public static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let pipe = try CapturedOutput()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.writeEnd, 1)
    posix_spawn_file_actions_adddup2(&actions, pipe.writeEnd, 2)
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child = pid_t(0)
    let code = posix_spawnp(&child, arguments[0], &actions, nil, &pointers, environ)
    guard code == 0 else { throw SystemError("run \(arguments)", errno: Errno(rawValue: code)) }
    pipe.closeWriteEnd()
    let output = pipe.collect()
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return (status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f), output)
  }
}
