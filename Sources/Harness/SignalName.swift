internal import Glibc

/// What signals are called, in C and in words.
enum SignalName {
  private static let names: [Int32: (name: String, meaning: String)] = [
    SIGHUP: ("SIGHUP", "hang-up"), SIGINT: ("SIGINT", "interrupt"), SIGQUIT: ("SIGQUIT", "quit"),
    SIGILL: ("SIGILL", "illegal instruction"), SIGTRAP: ("SIGTRAP", "trap"), SIGABRT: ("SIGABRT", "abort"),
    SIGBUS: ("SIGBUS", "bus error"), SIGFPE: ("SIGFPE", "arithmetic error"),
    SIGKILL: ("SIGKILL", "killed, perhaps for want of memory"), SIGSEGV: ("SIGSEGV", "segmentation fault"),
    SIGPIPE: ("SIGPIPE", "broken pipe"), SIGALRM: ("SIGALRM", "alarm"), SIGTERM: ("SIGTERM", "asked to end"),
    SIGXCPU: ("SIGXCPU", "limit of processor time"), SIGXFSZ: ("SIGXFSZ", "limit of a file's size"),
    SIGSYS: ("SIGSYS", "bad system call"),
  ]

  /// `signal 11 (SIGSEGV, segmentation fault)`; the bare number where it has no name.
  static func text(_ signal: Int32) -> String {
    "signal \(signal)" + (names[signal].map { " (\($0.name), \($0.meaning))" } ?? "")
  }
}
