internal import Netlink
internal import Synchronization

/// A source whose readings are numbered in the order in which they were made, whoever made them.
final class NumberedSource: Sendable {
  let base: any PathSource
  private let readings = Mutex<UInt64>(0)

  init(_ base: any PathSource) { self.base = base }

  func look(atOnce: Bool = false) throws -> NetworkLook {
    try readings.withLock { count in
      let snapshot = try atOnce ? base.snapshotAtOnce() : base.snapshot()
      count += 1
      return NetworkLook(number: count, snapshot: snapshot, events: [])
    }
  }
}

/// What a follower reads: it remembers the number of the reading for the follower's handler, on the same thread.
final class FollowedSource: PathSource {
  private let source: NumberedSource
  private let number = Mutex<UInt64>(0)

  init(_ source: NumberedSource) { self.source = source }

  /// Of the last reading.
  var lastNumber: UInt64 { number.withLock { $0 } }

  var descriptor: Int32 { source.base.descriptor }

  func events() throws -> [NetlinkEvent] { try source.base.events() }

  var settingsDescriptor: Int32 { source.base.settingsDescriptor }

  func settingsChanged() -> Bool { source.base.settingsChanged() }

  func snapshot() throws -> NetworkSnapshot { try snapshot(atOnce: false) }

  func snapshotAtOnce() throws -> NetworkSnapshot { try snapshot(atOnce: true) }

  private func snapshot(atOnce: Bool) throws -> NetworkSnapshot {
    let look = try source.look(atOnce: atOnce)
    number.withLock { $0 = look.number }
    return look.snapshot
  }
}
