internal import Record

/// The lanes of a run that say what held from when to when: conditions, and each monitor's statuses.
struct LaneDrawing: Sendable {
  let run: RunAnalysis
  let frame: TimelineFrame
  let shown: ShownTransitions

  /// A stretch of a lane.
  struct Stretch: Sendable {
    let start: Int64
    var end: Int64
    let label: String
    /// The style's class.
    let look: String
    /// Whether its label is written into it, if there is room.
    var isWritten = true
  }

  /// The interfaces whose conditions changed, in the order in which they first had some.
  var interfaces: [String] {
    var interfaces: [String] = []
    for step in run.steps where !interfaces.contains(step.change.interface) { interfaces.append(step.change.interface) }
    return interfaces
  }

  /// The conditions of an interface, each change of a ramp by itself; those as at its beginning are pale.
  func conditions(of interface: String) -> [Stretch] {
    let own = run.story.conditions.filter { $0.interface == interface }
    return own.indices.map { place in
      let change = own[place]
      let isChanged = change.step == "applied" || change.profile != own[0].profile
      let isNew = place == 0 || own[place - 1].step != change.step
      return Stretch(
        start: change.applied,
        end: place + 1 < own.count ? own[place + 1].applied : max(change.applied, run.story.end),
        label: change.step == "applied" ? run.story.groupName : change.step,
        look: change.profile.isOutage ? "cond outage" : isChanged ? "cond forced" : "cond", isWritten: isNew)
    }
  }

  /// A monitor's statuses; where some are left out, a stretch that says so.
  func statuses(of monitor: String) -> [Stretch] {
    let gap = shown.gaps.first { $0.monitor == monitor }
    var stretches: [Stretch] = []
    for index in shown.indices where run.transitions[index].transition.monitor == monitor {
      let item = run.transitions[index]
      if let gap, index == gap.next {
        if let last = stretches.indices.last { stretches[last].end = gap.start }
        stretches.append(
          Stretch(start: gap.start, end: gap.end, label: "\(gap.count) transitions left out", look: "many"))
      }
      if let last = stretches.indices.last { stretches[last].end = item.transition.delivered }
      let label = item.transition.toLabel
      stretches.append(
        Stretch(
          start: item.transition.delivered, end: max(run.story.end, item.transition.delivered), label: label,
          look: Self.look(item.transition.to)))
    }
    return stretches
  }

  /// The class of a status: what it means for the network.
  static func look(_ status: String) -> String {
    switch Reach(status: status) {
    case .reachable?: "yes"
    case .degraded?: "so-so"
    case .unreachable?: "no"
    case nil: status == "unknown" ? "none" : "word"
    }
  }

  /// A lane. Statuses differ by height as well as by colour: full, half, a line.
  func lane(_ stretches: [Stretch], top: Double, height: Double, name: String) -> String {
    let number = TimelineFrame.number
    return stretches.map { stretch in
      let (x, end) = (frame.x(stretch.start), frame.x(stretch.end))
      let tall =
        switch stretch.look {
        case "so-so": height * 0.55
        case "no": height * 0.2
        default: height
        }
      let label = Markup.escape(TextLines.plain(stretch.label))
      let tip =
        "\(Markup.escape(TextLines.plain(name))): \(label), \(QuantityText.clock(stretch.start)) – "
        + QuantityText.clock(stretch.end)
      var drawing =
        "<g class=\"stretch \(stretch.look)\"\(data(stretch, name))><title>\(tip)</title>"
        + "<rect x=\"\(number(x))\" y=\"\(number(top + height - tall))\" width=\"\(number(max(0.8, end - x)))\" "
        + "height=\"\(number(tall))\" rx=\"2\"/>"
      // Some 7 units a character; a name that has no room is in the tip.
      if stretch.isWritten, Double(stretch.label.count) * 7 + 12 < end - x {
        let base = stretch.look == "no" ? top + height - tall - 4 : top + height - (stretch.look == "so-so" ? 2.6 : 6.5)
        drawing += "<text x=\"\(number(x + 6))\" y=\"\(number(base))\">\(label)</text>"
      }
      return drawing + "</g>"
    }.joined()
  }

  /// What the script reads a stretch's times and status from.
  private func data(_ stretch: Stretch, _ name: String) -> String {
    Markup.attributes([
      "data-s": "\(stretch.start)", "data-e": "\(stretch.end)", "data-lane": TextLines.plain(name),
      "data-label": TextLines.plain(stretch.label),
    ])
  }
}
