internal import Record

/// Why the program under test told nothing, and what its sockets showed.
struct AppFindings: Sendable {
  let analysis: RunAnalysis

  init(_ analysis: RunAnalysis) { self.analysis = analysis }

  /// The findings; none for a run without a program.
  var all: [Finding] {
    guard let app = analysis.story.started?.app else { return [] }
    return (silence(app).map { [Finding(kind: .silent, text: $0)] } ?? [])
      + waits.map { Finding(kind: .waiting, text: $0) }
  }

  /// Why there is no status, where there is none.
  private func silence(_ app: AppPlan) -> String? {
    var lines = 0
    var first: AppOutput?
    for event in analysis.story.events {
      switch event.payload {
      case .appStatus: return nil
      case .appOutput(let output) where ["stdout", "stderr"].contains(output.stream):
        lines += 1
        first = first ?? output
      default: break
      }
    }
    guard let pattern = app.statusPattern else {
      return "app told no status: there is no '--status', and it wrote nothing to LINKCOND_STATUS_FD"
    }
    guard let first else { return "app told no status: it wrote no line in which --status '\(pattern)' could find one" }
    let line = TextLines.cut(OutputSection.plain(first.line), 60)
    let count = lines == 1 ? "the one line that it wrote" : "none of the \(lines) lines that it wrote"
    return lines == 1
      ? "app told no status: --status '\(pattern)' does not match \(count), '\(line)'"
      : "app told no status: --status '\(pattern)' matches \(count), such as '\(line)'"
  }

  /// Its connections that had waited for an answer for a second at least when the run ended.
  private var waits: [String] {
    struct Wait {
      let remote: String
      let since: Int64
      var isConnecting: Bool
      var retransmits: Int
    }
    var open: [String: Wait] = [:]
    for event in analysis.story.events {
      guard case .appSocket(let socket) = event.payload else { continue }
      let key = "\(socket.local) \(socket.remote)"
      switch socket.what {
      case "connecting":
        open[key] = Wait(remote: socket.remote, since: event.t, isConnecting: true, retransmits: socket.retransmits)
      case "retransmitting":
        let new = Wait(
          remote: socket.remote, since: event.t, isConnecting: socket.state == "SYN-SENT", retransmits: 0)
        open[key, default: new].retransmits = socket.retransmits
      default: open[key] = nil
      }
    }
    let waiting = open.values.filter { analysis.story.end - $0.since >= 1_000_000_000 }
      .sorted { ($0.since, $0.remote) < ($1.since, $1.remote) }
    guard let first = waiting.first else { return [] }
    let what = first.isConnecting ? "its SYN is unanswered" : "what it sent is unanswered"
    let again =
      first.retransmits > 0 ? ", sent again \(first.retransmits) \(first.retransmits == 1 ? "time" : "times")" : ""
    let others = waiting.count > 1 ? "; \(waiting.count - 1) more of its connections wait likewise" : ""
    return [
      "app still waited for \(first.remote) when the run ended: \(what) since "
        + "\(QuantityText.duration(Double(first.since)))\(again)\(others)"
    ]
  }
}
