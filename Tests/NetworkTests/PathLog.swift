import Network
import Synchronization
import TestSupport
import Testing

/// Takes the paths that a monitor tells.
final class PathLog: Sendable {
  private let log = Mutex<[NWPath]>([])

  var paths: [NWPath] { log.withLock { $0 } }
  func add(_ path: NWPath) { log.withLock { $0.append(path) } }

  /// Waits for the path with this number, counted from 0.
  func path(_ number: Int) async throws -> NWPath {
    try await waitUntil("there are \(number + 1) paths") { paths.count > number }
    return paths[number]
  }

  /// Waits for a path that is so, after the first `count`.
  func path(after count: Int, _ condition: String, isRight: (NWPath) -> Bool) async throws -> NWPath {
    var found: NWPath?
    try await waitUntil(condition) {
      found = paths.dropFirst(count).first(where: isRight)
      return found != nil
    }
    return try #require(found)
  }
}
