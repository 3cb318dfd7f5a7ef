internal import Record

/// A step of a run: conditions and for how long they held.
struct ConditionSpan: Hashable, Sendable {
  /// What the record says of it.
  let change: ConditionChanged
  /// When the next step's conditions held, or the run's last event.
  let end: Int64
  /// How the interface's conditions compare with its earlier ones; nil for its first.
  let shift: ConditionShift?
  /// Whether nothing gets through from then on, over any interface.
  let isOutage: Bool
  /// Whether that is because no interface is up, which a monitor of interfaces can see.
  let isLinkDown: Bool

  /// How long it held, in nanoseconds.
  var length: Int64 { end - change.applied }

  /// The steps of a run, in their order.
  static func all(_ changes: [ConditionChanged], end: Int64) -> [ConditionSpan] {
    var current: [String: ProfileRecord] = [:]
    return changes.indices.map { index in
      let change = changes[index]
      let shift = current[change.interface].map { ConditionShift(from: $0, to: change.profile) }
      current[change.interface] = change.profile
      return ConditionSpan(
        change: change, end: max(change.applied, index + 1 < changes.count ? changes[index + 1].applied : end),
        shift: shift, isOutage: current.values.allSatisfy(\.isOutage),
        isLinkDown: current.values.allSatisfy { $0.linkState != "up" })
    }
  }
}
