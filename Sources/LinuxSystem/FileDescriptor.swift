public import Glibc

/// A file descriptor that closes when it goes out of scope.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number, valid while this value lives.
  public let rawValue: CInt

  /// Takes over an open descriptor.
  public init(adopting descriptor: CInt) { rawValue = descriptor }

  /// Opens a file. Equivalent to `open(2)` with `O_CLOEXEC` added.
  ///
  /// - Throws: ``SystemError``.
  public init(path: String, flags: CInt, mode: mode_t = 0o644) throws(SystemError) {
    rawValue = try check("open \(path)") { open(path, flags | O_CLOEXEC, mode) }
  }

  /// Hands the descriptor over to the caller, who closes it.
  public consuming func release() -> CInt {
    let number = rawValue
    discard self
    return number
  }

  /// Writes all bytes.
  ///
  /// - Throws: ``SystemError``; part may have been written.
  public borrowing func write(_ bytes: [UInt8], operation: String) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let number = rawValue
      let count = try check(operation) { rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads up to `count` bytes; none at the end.
  ///
  /// - Throws: ``SystemError``.
  public borrowing func read(_ count: Int, operation: String) throws(SystemError) -> [UInt8] {
    let number = rawValue
    var buffer = [UInt8](repeating: 0, count: count)
    let got = try check(operation) { buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) } }
    return Array(buffer.prefix(got))
  }

  deinit { close(rawValue) }
}
