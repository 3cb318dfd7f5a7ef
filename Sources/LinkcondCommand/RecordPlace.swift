internal import FoundationEssentials
internal import LinuxSystem

/// The folder of a record. An older record in it is kept under another name.
struct RecordPlace: Sendable {
  /// Another linkcond writes its record there now.
  struct Taken: Error, CustomStringConvertible {
    let folder: String

    var description: String {
      "Cannot write a record into the folder '\(folder)': another linkcond is writing one there. Wait until it has ended, or "
        + "name another folder with '--output'."
    }
  }

  private let folder: String
  /// The path of the record to write.
  let record: String
  /// The path of the page that is drawn of it.
  var page: String { beside("report.html") }
  /// The path of its results for a CI system.
  var testResults: String { beside("junit.xml") }

  private func beside(_ name: String) -> String { folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)" }

  /// Makes the folder where it is missing.
  ///
  /// - Throws: `SystemError` that names the folder.
  init(folder: String) throws {
    self.folder = folder
    record = folder.hasSuffix("/") ? "\(folder)record.jsonl" : "\(folder)/record.jsonl"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Self.failure("make the folder '\(folder)' for the record", Errno(ofFile: error))
    }
  }

  /// Keeps every other linkcond from writing there, until the lock is let go of or the process ends.
  ///
  /// - Throws: ``Taken``, or `SystemError`.
  func lock() throws -> FileLock {
    let path = beside(".lock")
    do {
      guard let lock = try FileLock(ifFree: path) else { throw Taken(folder: folder) }
      return lock
    } catch let error as SystemError {
      throw Self.failure("write into the folder '\(folder)'", error.errno)
    }
  }

  /// Gives an older record another name, with a number behind, and takes away what was drawn of it: it would be taken for
  /// that of the new record, which has none until its runs are over. Only for who has the lock.
  ///
  /// - Throws: `SystemError`.
  func keepOlderRecord() throws {
    guard SystemFile.exists(record) else { return }
    var number = 1
    while SystemFile.exists("\(record).\(number)") { number += 1 }
    do {
      try FileManager.default.moveItem(atPath: record, toPath: "\(record).\(number)")
      for file in [page, testResults] where SystemFile.isRegular(file) { try SystemFile.remove(file) }
    } catch let error as SystemError {
      throw Self.failure("take away what was drawn of the older record '\(record)'", error.errno)
    } catch {
      throw Self.failure("give the older record '\(record)' another name", Errno(ofFile: error))
    }
  }

  private static func failure(_ operation: String, _ errno: Errno) -> SystemError {
    SystemError(operation, errno: errno, advice: "Name another folder with '--output'.")
  }
}
