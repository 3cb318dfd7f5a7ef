internal import Profiles
internal import Record

extension ProfileRecord {
  /// A profile in the record's units.
  init(_ profile: Profile) {
    func lane(_ conditions: LinkConditions) -> Lane {
      Lane(
        rate: conditions.rate?.bitsPerSecond, delay: conditions.delay.wholeNanoseconds,
        loss: conditions.loss.average.fraction)
    }
    self.init(
      name: profile.name, downlink: lane(profile.downlink), uplink: lane(profile.uplink),
      dnsDelay: profile.dnsDelay.wholeNanoseconds, interfaceType: profile.interfaceType.rawValue,
      linkState: profile.linkState.rawValue)
  }
}
