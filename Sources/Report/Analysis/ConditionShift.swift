internal import Record

/// How a link's conditions compare with those before.
enum ConditionShift: String, Hashable, Sendable {
  /// Nothing is different.
  case same
  /// Nothing is worse, something is better.
  case lighter
  /// Nothing is better, something is worse.
  case heavier
  /// Better in one way, worse or different in another.
  case other

  init(from old: ProfileRecord, to new: ProfileRecord) {
    let changes = zip(Self.burdens(old), Self.burdens(new))
    let isHeavier = changes.contains { $0 < $1 }
    let isLighter = changes.contains { $0 > $1 }
    switch (isLighter, isHeavier) {
    case (true, false): self = .lighter
    case (false, true): self = .heavier
    case (true, true): self = .other
    case (false, false):
      var renamed = old
      renamed.name = new.name
      self = renamed == new ? .same : .other
    }
  }

  /// Two changes one after the other.
  func joined(_ next: ConditionShift) -> ConditionShift {
    if self == .same || self == next { return next }
    return next == .same ? self : .other
  }

  /// What a link puts on traffic, each number larger the worse it is. Where nothing gets through, nothing else matters.
  private static func burdens(_ profile: ProfileRecord) -> [Double] {
    guard !profile.isOutage else { return Array(repeating: .infinity, count: 16) }
    func lane(_ lane: ProfileRecord.Lane) -> [Double] {
      [
        Double(lane.delay), Double(lane.jitter ?? 0), lane.loss, lane.duplicate ?? 0, lane.reorder ?? 0,
        lane.corrupt ?? 0, lane.rate.map { -Double($0) } ?? -.infinity,
      ]
    }
    return lane(profile.downlink) + lane(profile.uplink)
      + [Double(profile.dnsDelay), profile.dnsFailure == nil ? 0 : 1]
  }
}

extension ProfileRecord {
  /// Whether nothing gets through in one direction or the other, which ends every exchange.
  var isOutage: Bool { linkState != "up" || downlink.loss >= 1 || uplink.loss >= 1 }
}
