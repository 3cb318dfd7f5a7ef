internal import Glibc
internal import LinuxSystem

/// A folder under /tmp. ``remove()`` takes it away with the files made in it: not a deinit, which may come before the
/// last use of a path.
final class TemporaryFolder {
  let path: String
  private var files: [String] = []
  private var folders: [String] = []

  init() throws {
    var template = Array("/tmp/linkcond-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("make a folder in /tmp", errno: Errno(rawValue: errno)) }
    path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    chmod(path, 0o755)
  }

  /// Makes a file and returns its path.
  func file(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let full = "\(path)/\(name)"
    let file = try FileDescriptor(path: full, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
    try file.write(Array(text.utf8), operation: "write \(full)")
    fchmod(file.rawValue, mode)
    files.append(full)
    return full
  }

  /// Makes a symbolic link, which may lead nowhere, and returns its path.
  func link(_ name: String, to target: String) throws -> String {
    let full = "\(path)/\(name)"
    guard symlink(target, full) == 0 else { throw SystemError("link \(full)", errno: Errno(rawValue: errno)) }
    files.append(full)
    return full
  }

  /// Makes a folder in it and returns its path.
  func folder(_ name: String) throws -> String {
    let full = "\(path)/\(name)"
    guard mkdir(full, 0o755) == 0 else { throw SystemError("make \(full)", errno: Errno(rawValue: errno)) }
    folders.append(full)
    return full
  }

  /// Takes it away.
  func remove() {
    for file in files { unlink(file) }
    for folder in folders { rmdir(folder) }
    rmdir(path)
  }
}
