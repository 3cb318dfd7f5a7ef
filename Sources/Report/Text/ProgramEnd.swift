/// The end of the program under test, which stands among its statuses: `exited 0`, `killed by signal 11`.
enum ProgramEnd {
  /// Whether a status of a monitor is the program's end, after which it tells no more.
  static func isEnd(_ status: String, of monitor: String) -> Bool {
    monitor == "app" && ["exited ", "killed by signal "].contains { status.hasPrefix($0) }
  }

  /// Whether it is one that does not mean success.
  static func isFailure(_ status: String, of monitor: String) -> Bool {
    isEnd(status, of: monitor) && status != "exited 0"
  }
}
