internal import Profiles
internal import Record

extension ProfileRecord {
  /// A profile in the record's units.
  init(_ profile: Profile) {
    func share(_ chance: Probability?) -> Double? { chance.flatMap { $0 == .zero ? nil : $0.fraction } }
    func lane(_ conditions: LinkConditions) -> Lane {
      Lane(
        rate: conditions.averageRate?.bitsPerSecond, delay: conditions.delay.wholeNanoseconds,
        loss: conditions.loss.average.fraction, jitter: conditions.jitter?.deviation.wholeNanoseconds,
        duplicate: share(conditions.duplicate), reorder: share(conditions.reordering?.chance),
        corrupt: share(conditions.corrupt))
    }
    self.init(
      name: profile.name, downlink: lane(profile.downlink), uplink: lane(profile.uplink),
      dnsDelay: profile.dnsDelay.wholeNanoseconds, interfaceType: profile.interfaceType.rawValue,
      linkState: profile.linkState.rawValue, dnsFailure: profile.dnsFailure?.rawValue,
      family: profile.family == .any ? nil : profile.family.rawValue)
  }
}
