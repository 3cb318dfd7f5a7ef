internal import Record

/// A line of the timeline: what holds in each column.
struct Lane: Sendable {
  /// The characters of a status, which tell them apart without colour.
  static func mark(_ status: String?) -> Character {
    switch status.map({ Reach(status: $0) }) {
    case .reachable??: "━"
    case .degraded??: "┅"
    case .unreachable??: "·"
    // A program's own word stands for itself.
    case .some(nil): "─"
    case nil: " "
    }
  }

  /// The column that a time falls into.
  static func column(_ time: Int64, _ story: RunStory, _ columns: Int) -> Int {
    max(0, min(columns, Int((Double(time) / Double(story.span) * Double(columns)).rounded())))
  }

  /// What the marks mean.
  static let legend = "━ reachable   ┅ degraded   · unreachable   █ profile in force   ░ no conditions"

  /// The statuses that hold at the middle of each of `columns` equal parts of the run, as far as it got. One that is
  /// shorter than a part gets the part in which it began, so that nothing that happened is left out.
  static func columns(_ story: RunStory, _ monitor: String, _ columns: Int) -> [String?] {
    let statuses = story.statuses(of: monitor)
    let middles = (0..<column(story.end, story, columns)).map { column in
      Int64((Double(column) + 0.5) / Double(columns) * Double(story.span))
    }
    var lane = middles.map { time in statuses.last { $0.since <= time }?.name }
    // The last status is there up to the end, however late it came.
    for (index, status) in statuses.enumerated() {
      let end = index + 1 < statuses.count ? statuses[index + 1].since : story.end
      guard !middles.contains(where: { status.since <= $0 && $0 < end }), !lane.isEmpty else { continue }
      let part = Double(status.since) / Double(story.span) * Double(columns)
      lane[max(0, min(lane.count - 1, Int(part)))] = status.name
    }
    return lane
  }

  /// A monitor's lane: marks with the status's name written into the place where it begins, if it fits.
  static func text(_ statuses: [String?], _ style: TerminalStyle) -> String {
    var text = ""
    var start = 0
    while start < statuses.count {
      var end = start
      while end < statuses.count, statuses[end] == statuses[start] { end += 1 }
      let status = statuses[start]
      let label = status.map { " \(TextLines.plain($0)) " } ?? ""
      let width = end - start
      var part = String(repeating: mark(status), count: width)
      if width >= label.count + 2 {
        part =
          String(repeating: mark(status), count: 1) + label
          + String(repeating: mark(status), count: width - label.count - 1)
      }
      text += style.status(part, status ?? "")
      start = end
    }
    return text
  }

  /// The lane of the conditions: the steps with their names.
  static func conditions(_ story: RunStory, _ columns: Int) -> String {
    let edges = story.conditions.map { column($0.applied, story, columns) }
    var text = String(repeating: " ", count: edges.first ?? 0)
    for (index, condition) in story.conditions.enumerated() {
      let end = index + 1 < edges.count ? edges[index + 1] : column(story.end, story, columns)
      let width = max(0, end - edges[index])
      let name = condition.step == "applied" ? TextLines.plain(story.groupName) : TextLines.plain(condition.step)
      // Whatever is not as it was at the beginning; a profile in force is one even if it conditions nothing.
      let first = story.conditions.first { $0.interface == condition.interface }
      let isConditioned = condition.step == "applied" || condition.profile != first?.profile
      let fill: Character = isConditioned ? "█" : "░"
      // A frame of one mark and two spaces, and without room for it the bare name; a name too long for that is cut.
      let room = width - 3
      let part: String
      if name.count <= room {
        part = "\(fill) \(name) "
      } else if name.count < width {
        part = name + " "
      } else {
        part = room > 4 ? "\(fill) \(name.prefix(room - 1))… " : ""
      }
      text += part + String(repeating: fill, count: max(0, width - part.count))
    }
    return text
  }
}
