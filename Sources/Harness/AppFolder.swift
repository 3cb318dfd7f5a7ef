internal import FoundationEssentials
internal import LinuxSystem

/// A folder for the temporary files of one run's program alone, so that parallel runs do not meet.
///
/// The lock on it, which goes with this process by whatever signal, says that it is in use.
struct AppFolder: ~Copyable, Sendable {
  private static let prefix = "linkcond-app-"
  private static let newPrefix = "linkcond-new-"

  /// Its path.
  let path: String
  private let lock: FileLock

  /// Makes one in the folder for temporary files.
  ///
  /// - Throws: `SystemError` that names it.
  init(in place: String = Self.place) throws {
    var tries = 0
    while true {
      let name = UUID().uuidString
      let path = "\(place)/\(Self.prefix)\(name)"
      do throws(SystemError) {
        lock = try Self.make(path, by: "\(place)/\(Self.newPrefix)\(name)")
        self.path = path
        return
      } catch {
        // Another process that sweeps was quicker than the lock.
        tries += 1
        if tries < 10, error.errno == .wouldBlock || error.errno == .noSuchFile, SystemFile.exists(place) { continue }
        throw SystemError(
          "make the folder '\(path)' for the program's temporary files", errno: error.errno,
          advice: "Name another place for temporary files in TMPDIR.")
      }
    }
  }

  /// - Parameter new: The name it has until the lock is there, so that one with its last name and no lock is nobody's.
  private static func make(_ path: String, by new: String) throws(SystemError) -> FileLock {
    do throws(SystemError) {
      try SystemFile.makeFolder(new)
      guard let lock = try FileLock(ifFree: new, isFolder: true) else {
        throw SystemError("lock '\(new)'", errno: .wouldBlock)
      }
      try SystemFile.rename(new, to: path)
      try Identity.sudoCaller?.own(path)
      return lock
    } catch {
      remove(new)
      throw error
    }
  }

  /// Takes it away with all that is in it.
  func remove() { Self.remove(path) }

  /// Takes away what processes of this user left there that were killed; what is in use, or another's, stays.
  static func sweep(in place: String = Self.place) {
    for name in SystemFile.names(in: place) where name.hasPrefix(prefix) || name.hasPrefix(newPrefix) {
      let path = "\(place)/\(name)"
      guard SystemFile.isFolder(path, of: Identity.current.user) else { continue }
      do {
        guard let lock = try FileLock(ifFree: path, isFolder: true) else { continue }
        remove(path)
        withExtendedLifetime(lock) {}
      } catch {
        // Gone meanwhile, or on a file system without locks, where nobody can know whose it is.
      }
    }
  }

  private static var place: String {
    let path = FileManager.default.temporaryDirectory.path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  private static func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: folder)  // only leaves files in a temporary folder
  }
}
