internal import Glibc

/// Small text files such as those of `/proc`, and files that must never be seen half written.
public enum SystemFile {
  /// The whole text of a file.
  ///
  /// - Throws: ``SystemError``, such as `ENOENT`.
  public static func read(_ path: String) throws(SystemError) -> String {
    let file = try FileDescriptor(path: path, flags: O_RDONLY)
    var bytes: [UInt8] = []
    while true {
      let more = try file.read(65_536, operation: "read \(path)")
      if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += more
    }
  }

  /// Writes a file whole, or leaves the old one: the text goes into a file beside it, which then takes its name.
  ///
  /// - Throws: ``SystemError``.
  public static func replace(_ path: String, with text: String) throws(SystemError) {
    try exchange(path, text, mode: 0o600)
  }

  /// - Parameters:
  ///   - mode: Of a file that is made, less what the process's mask takes.
  ///   - kept: The mode that it gets in any case, if any.
  private static func exchange(
    _ path: String, _ text: String, mode: mode_t, kept: mode_t? = nil
  ) throws(SystemError) {
    let temporary = "\(path).\(getpid())\(temporaryEnding)"
    do {
      let file = try FileDescriptor(path: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
      let number = file.rawValue
      if let kept { try check("set the mode of \(temporary)") { fchmod(number, kept) } }
      try file.write(Array(text.utf8), operation: "write \(temporary)")
      try check("name \(temporary) '\(path)'") { Glibc.rename(temporary, path) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Writes a file for others to read: whole in the place of an older one, whose mode it keeps, or not at all. What is there
  /// and is no regular file, such as a device or a pipe, is written to as it is.
  ///
  /// - Parameter operation: What is attempted, such as `"write the report 'a.html'"`.
  /// - Throws: ``SystemError``.
  public static func publish(_ path: String, _ text: String, operation: String) throws(SystemError) {
    do throws(SystemError) {
      var status = stat()
      let isThere = stat(path, &status) == 0
      guard !isThere || status.st_mode & S_IFMT == S_IFREG else {
        let file = try FileDescriptor(path: path, flags: O_WRONLY)
        return try file.write(Array(text.utf8), operation: operation)
      }
      // The file itself, not the link that leads to it.
      let target = isThere ? resolved(path) ?? path : path
      try exchange(target, text, mode: 0o666, kept: isThere ? status.st_mode & 0o7777 : nil)
    } catch {
      throw SystemError(operation, errno: error.errno)
    }
  }

  /// The path without links and dots; nil if it leads nowhere. Equivalent to `realpath(3)`.
  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// What ``replace(_:with:)`` leaves beside a file if it is killed ends so.
  public static let temporaryEnding = ".tmp"

  /// Takes a file away; one that is not there is fine.
  ///
  /// - Throws: ``SystemError``.
  public static func remove(_ path: String) throws(SystemError) {
    do { try check("remove \(path)") { unlink(path) } } catch {
      guard error.errno == .noSuchFile else { throw error }
    }
  }

  /// Whether there is something at a path, a broken link included.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Gives a file or folder another name, in the place of an older file. Equivalent to `rename(2)`.
  ///
  /// - Throws: ``SystemError``.
  public static func rename(_ path: String, to other: String) throws(SystemError) {
    try check("name \(path) '\(other)'") { Glibc.rename(path, other) }
  }

  /// Whether a path itself, not what it leads to, is a regular file.
  public static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path itself, not what it leads to, is a folder that belongs to a user.
  public static func isFolder(_ path: String, of user: UInt32) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == user
  }

  /// Whether a path leads to a folder whose names this process may list and files it may reach.
  public static func isReadableFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && access(path, R_OK | X_OK) == 0
  }

  /// Whether this process may execute the file that a path leads to.
  public static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// Opens a file for both. The corresponding C constant is `O_RDWR`.
  public static let readAndWrite = O_RDWR

  /// Where a symbolic link leads, such as `/proc/1/ns/net`; nil if it cannot be read.
  public static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The folder that paths without a `/` in front begin in; empty where it is gone. Equivalent to `getcwd(3)`.
  public static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    let text = String(cString: path)
    return text == "/" ? "" : text
  }

  /// The inode of what a path leads to; nil if it leads nowhere.
  public static func inode(_ path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// The names in a folder, in order; none if it cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes a folder for its owner alone; one that is there is fine.
  ///
  /// - Throws: ``SystemError``.
  public static func makeFolder(_ path: String) throws(SystemError) {
    do { try check("make the folder \(path)") { mkdir(path, 0o700) } } catch {
      guard error.errno.rawValue == EEXIST else { throw error }
    }
    try check("write in the folder \(path)") { access(path, W_OK) }
  }
}
