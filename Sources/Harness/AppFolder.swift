internal import FoundationEssentials
internal import LinuxSystem

/// A folder for the temporary files of one run's program alone, so that parallel runs do not meet.
///
/// The lock on it, which goes with this process by whatever signal, says that it is in use.
struct AppFolder: ~Copyable, Sendable {
  private static let prefix = "linkcond-app-"

  /// Its path.
  let path: String
  private let lock: FileLock

  /// Makes one in the folder for temporary files.
  ///
  /// - Throws: `SystemError` that names it.
  init(in place: String = Self.place) throws {
    let name = UUID().uuidString
    path = "\(place)/\(Self.prefix)\(name)"
    lock = try Self.make(path, by: "\(place)/linkcond-new-\(name)")
  }

  /// - Parameter new: The name it has until the lock is there: nobody sweeps it.
  private static func make(_ path: String, by new: String) throws -> FileLock {
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
      throw SystemError(
        "make the folder '\(path)' for the program's temporary files", errno: error.errno,
        advice: "Name another place for temporary files in TMPDIR.")
    }
  }

  /// Takes it away with all that is in it.
  func remove() { Self.remove(path) }

  /// Takes away what processes of this user left there that were killed; what is in use, or another's, stays.
  static func sweep(in place: String = Self.place) {
    for name in SystemFile.names(in: place) where name.hasPrefix(prefix) {
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
