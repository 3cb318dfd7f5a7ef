internal import Glibc

/// A setting under `/proc/sys`, as the calling thread's namespaces see it. Equivalent to `sysctl`.
public enum KernelSetting {
  /// Writes a setting, such as `("net/ipv4/tcp_rmem", "4096 131072 67108864")`.
  ///
  /// - Throws: ``SystemError``.
  public static func write(_ path: String, _ value: String) throws(SystemError) {
    let operation = "set /proc/sys/\(path) to '\(value)'"
    do {
      let file = try FileDescriptor(path: "/proc/sys/\(path)", flags: O_WRONLY)
      try file.write(Array(value.utf8), operation: operation)
    } catch  where error.errno == .readOnly {
      throw SystemError(
        operation, errno: error.errno,
        advice:
          "/proc/sys is mounted read-only here, as containers have it: start the container with '--privileged' or "
          + "'--security-opt systempaths=unconfined', or run 'mount -o remount,rw /proc/sys'.")
    }
  }

  /// Reads a setting, without the line end.
  ///
  /// - Throws: ``SystemError``.
  public static func read(_ path: String) throws(SystemError) -> String {
    let file = try FileDescriptor(path: "/proc/sys/\(path)", flags: O_RDONLY)
    var text = String(decoding: try file.read(4096, operation: "read /proc/sys/\(path)"), as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Whether the setting is there; one of IPv6 is not on a machine without it.
  public static func exists(_ path: String) -> Bool { access("/proc/sys/\(path)", F_OK) == 0 }

  /// Writes a setting that is there; one that is not, such as one of IPv6 on a machine without it, is left out.
  ///
  /// - Throws: ``SystemError``.
  public static func writeIfPresent(_ path: String, _ value: String) throws(SystemError) {
    if exists(path) { try write(path, value) }
  }
}
