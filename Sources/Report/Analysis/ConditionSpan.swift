internal import Record

/// A step of a run: conditions and for how long they held. Changes of one step that follow each other, as a ramp's and a
/// flapping link's do, are one span.
struct ConditionSpan: Hashable, Sendable {
  /// The first change of the step, as the record has it.
  let change: ConditionChanged
  /// When the next step's conditions held, or the run's last event.
  var end: Int64
  /// How what the traffic meets compares with what it met before; nil for an interface's first conditions.
  var shift: ConditionShift?
  /// Whether nothing gets through from then on.
  var isOutage: Bool
  /// Whether that is because no interface is up, which a monitor of interfaces can see.
  var isLinkDown: Bool
  /// The interface that carries the traffic from then on; nil if none does.
  var carrier: String?

  /// How long it held, in nanoseconds.
  var length: Int64 { end - change.applied }

  /// The steps of a run, in their order.
  static func all(_ changes: [ConditionChanged], end: Int64) -> [ConditionSpan] {
    var spans: [ConditionSpan] = []
    var links = CarryingLinks()
    for change in changes {
      let shift = links.shift(by: change)
      if let last = spans.indices.last {
        spans[last].end = max(spans[last].change.applied, change.applied)
        if shift != nil, spans[last].change.step == change.step, spans[last].change.interface == change.interface {
          spans[last].shift = spans[last].shift.map { $0.joined(shift ?? .same) } ?? shift
          spans[last].isOutage = links.isOutage
          spans[last].isLinkDown = links.isDown
          spans[last].carrier = links.carrier
          continue
        }
      }
      spans.append(
        ConditionSpan(
          change: change, end: change.applied, shift: shift, isOutage: links.isOutage, isLinkDown: links.isDown,
          carrier: links.carrier))
    }
    if let last = spans.indices.last { spans[last].end = max(spans[last].end, end) }
    return spans
  }
}
