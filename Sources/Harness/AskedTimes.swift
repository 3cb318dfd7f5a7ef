internal import Profiles

/// What a profile's numbers mean for round trips: both delays, and the time the frames' bits take on the wire.
struct AskedTimes: Hashable, Sendable {
  let profile: Profile

  /// Nanoseconds for a frame of so many bytes to go and one of as many to come back; nil if nothing comes through.
  func roundTrip(bytes: Int) -> Int64? {
    guard profile.linkState == .up, profile.downlink.loss.average.fraction < 1, profile.uplink.loss.average.fraction < 1
    else {
      return nil
    }
    return oneWay(profile.uplink, bytes) + oneWay(profile.downlink, bytes)
  }

  private func oneWay(_ conditions: LinkConditions, _ bytes: Int) -> Int64 {
    let wire = conditions.rate.map { Int64(UInt64(bytes) * 8_000_000_000 / max(1, $0.bitsPerSecond)) } ?? 0
    return conditions.delay.wholeNanoseconds + wire
  }
}
