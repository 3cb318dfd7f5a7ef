import LinuxSystem
import PathEngine
import Synchronization
import TestSupport
import Testing

/// Takes what a monitor says, for tests to wait for.
final class Inbox: Sendable {
  struct Contents: Sendable {
    var updates: [PathUpdate] = []
    /// How often a scripted source had been read when each update was told: a minute later it is read again anyhow.
    var reads: [Int] = []
    var events: [TimedEvent] = []
    var failures: [String] = []
  }

  private let contents = Mutex(Contents())

  var all: Contents { contents.withLock { $0 } }
  var updates: [PathUpdate] { all.updates }

  func add(_ update: PathUpdate, reads: Int = 0) {
    contents.withLock {
      $0.updates.append(update)
      $0.reads.append(reads)
    }
  }
  func add(_ event: TimedEvent) { contents.withLock { $0.events.append(event) } }
  func add(_ error: any Error) { contents.withLock { $0.failures.append("\(error)") } }

  /// A monitor that tells everything to this inbox and has not started.
  func monitor(_ source: any PathSource, _ overrides: InterfaceOverrides = InterfaceOverrides()) throws -> PathMonitor {
    try PathMonitor(
      source: source, overrides: overrides, onEvent: { self.add($0) }, onFailure: { self.add($0) },
      onUpdate: { self.add($0, reads: (source as? ScriptedPathSource)?.reads ?? 0) })
  }

  /// Waits for the update with this number, counted from 0 for the first.
  func update(_ number: Int) async throws -> PathUpdate {
    try await waitUntil("there are \(number + 1) updates") { updates.count > number }
    return updates[number]
  }

  /// Waits, after the updates that were there before, for one whose path is so.
  func update(
    after count: Int, _ condition: String, isRight: (NetworkPath) -> Bool
  ) async throws -> PathUpdate {
    var found: PathUpdate?
    try await waitUntil(condition) {
      found = updates.dropFirst(count).first { isRight($0.new) }
      return found != nil
    }
    return try #require(found)
  }
}
