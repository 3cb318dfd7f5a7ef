internal import Glibc

/// A lock on a file that one process at a time holds; it goes with the value or the process. Equivalent to `flock(1)`.
public struct FileLock: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// Waits for the lock, and makes the file where it is missing.
  ///
  /// - Throws: ``SystemError``.
  public init(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(path: path, flags: O_RDWR | O_CREAT, mode: 0o600)
    let number = file.rawValue
    try check("lock \(path)") { flock(number, LOCK_EX) }
    self.file = file
  }

  /// Takes the lock if nobody has it, of a file, which is made where it is missing, or of a folder that is there.
  ///
  /// - Returns: nil if another has it.
  /// - Throws: ``SystemError``, such as `ENOENT` for a folder that is not there.
  public init?(ifFree path: String, isFolder: Bool = false) throws(SystemError) {
    let file = try FileDescriptor(
      path: path, flags: isFolder ? O_RDONLY | O_DIRECTORY | O_NOFOLLOW : O_RDWR | O_CREAT, mode: 0o600)
    let number = file.rawValue
    do {
      try check("lock \(path)") { flock(number, LOCK_EX | LOCK_NB) }
    } catch  where error.errno == .wouldBlock {
      return nil
    }
    self.file = file
  }
}
