internal import Glibc
internal import LinuxSystem

/// Tools that we did not write, as witnesses.
public enum Shell {
  /// Runs a command, looked up in `PATH`, in the calling thread's namespaces and waits for it.
  ///
  /// - Returns: its exit status (128 and the number for a signal, 127 if it was not found) and what it wrote to both
  ///   outputs.
  /// - Throws: `SystemError` if no process can be started.
  public static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let line = "exec " + arguments.map(quoted).joined(separator: " ") + " 2>&1"
    guard let stream = popen(line, "re") else { throw SystemError("run \(line)", errno: Errno(rawValue: errno)) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer.prefix(count)
    }
    let status = pclose(stream)
    return (status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f), String(decoding: bytes, as: UTF8.self))
  }

  private static func quoted(_ argument: String) -> String {
    "'" + argument.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
