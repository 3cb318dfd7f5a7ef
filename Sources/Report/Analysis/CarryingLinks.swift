internal import Record

/// A client's links at a time of a run, best first: the first that is up carries the traffic.
struct CarryingLinks: Sendable {
  private var links: [(interface: String, profile: ProfileRecord)] = []

  /// The link that carries the traffic, or would if it were up.
  private var carrying: (interface: String, profile: ProfileRecord)? {
    links.first { $0.profile.linkState == "up" } ?? links.first
  }

  /// The interface of the link that carries the traffic; nil if none is up.
  var carrier: String? { links.first { $0.profile.linkState == "up" }?.interface }

  /// When what carries the traffic changed, or whether anything gets through did, in nanoseconds since the run started.
  static func turns(_ changes: [ConditionChanged]) -> [Int64] {
    var links = CarryingLinks()
    return changes.compactMap { change in
      let before = (links.carrying?.interface, links.isOutage)
      let isFirst = links.shift(by: change) == nil
      return isFirst || before == (links.carrying?.interface, links.isOutage) ? nil : change.began
    }
  }

  /// Whether nothing gets through.
  var isOutage: Bool { carrying?.profile.isOutage ?? false }

  /// Whether no link is up.
  var isDown: Bool { links.allSatisfy { $0.profile.linkState != "up" } }

  /// Takes a change in.
  ///
  /// - Returns: how what the traffic meets compares with what it met before; nil for a link's first conditions. Another
  ///   link is another network, whatever its numbers.
  mutating func shift(by change: ConditionChanged) -> ConditionShift? {
    guard let index = links.firstIndex(where: { $0.interface == change.interface }) else {
      links.append((change.interface, change.profile))
      return nil
    }
    let before = carrying
    links[index].profile = change.profile
    guard let before, let after = carrying else { return .other }
    return before.interface == after.interface ? ConditionShift(from: before.profile, to: after.profile) : .other
  }
}
