internal import Glibc

/// Notices that a file of a folder was taken away or replaced. The corresponding C functions are those of `inotify(7)`.
public struct FolderWatch: ~Copyable, Sendable {
  private let file: FileDescriptor

  /// Watches from now on.
  ///
  /// - Throws: ``SystemError``.
  public init(_ folder: String) throws(SystemError) {
    let file = FileDescriptor(
      adopting: try check("make a watch over \(folder)") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
    let number = file.rawValue
    try check("watch over \(folder)") { inotify_add_watch(number, folder, UInt32(IN_DELETE | IN_MOVED_TO)) }
    self.file = file
  }

  /// Readable once something happened; for ``Wait/readable(_:nanoseconds:)``.
  public var descriptor: CInt { file.rawValue }

  /// Makes it unreadable until something else happens.
  public borrowing func silence() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Without blocking: the last read fails and says that there is no more.
    while read(file.rawValue, &buffer, buffer.count) > 0 {}
  }
}
