internal import LinuxSystem
internal import Profiles
internal import Relay

/// Imposes conditions by moving every frame between the two link-side ends in a thread of linkcond's own.
final class UserspaceEngine: Engine {
  private let relay: RelayLoop

  /// Starts the relay, open at first. Must run on the `link` namespace's thread: packet sockets belong to it.
  init(clientSide: Int32, networkSide: Int32, seed: UInt64) throws {
    relay = try RelayLoop(
      clientSide: try SuperFrameSocket(interfaceIndex: clientSide),
      networkSide: try SuperFrameSocket(interfaceIndex: networkSide),
      seed: seed, conditions: RelayConditions())
  }

  func apply(_ profile: Profile) -> Int64 {
    relay.apply(RelayConditions(profile))
  }

  func counters() -> LinkCounters {
    let (downlink, uplink) = relay.counters()
    return LinkCounters(downlink: Self.lane(downlink), uplink: Self.lane(uplink))
  }

  func stop() {
    relay.stop()
  }

  private static func lane(_ counters: LaneCounters) -> LinkCounters.Lane {
    LinkCounters.Lane(
      offeredPackets: counters.offeredPackets, offeredBytes: counters.offeredBytes,
      deliveredPackets: counters.deliveredPackets, deliveredBytes: counters.deliveredBytes,
      waitingPackets: counters.inLink, lostByCondition: counters.lostByCondition,
      droppedByQueue: counters.droppedByQueue,
      duplicated: counters.duplicated, reordered: counters.reordered, corrupted: counters.corrupted,
      lostByEngine: counters.failedSends + counters.overruns,
      maxLatenessNanoseconds: counters.maxLatenessNanoseconds,
      meanLatenessNanoseconds: counters.totalLatenessNanoseconds / Int64(max(1, counters.deliveredPackets)))
  }
}
