internal import Record

/// Why the program under test told nothing, and what its sockets showed.
struct AppFindings: Sendable {
  let analysis: RunAnalysis

  init(_ analysis: RunAnalysis) { self.analysis = analysis }

  /// The findings; none for a run without a program, or whose program could not be started.
  var all: [Finding] {
    guard let app = analysis.story.started?.app, analysis.story.hasBegun else { return [] }
    return (silence(app).map { [Finding(kind: .silent, text: $0)] } ?? [])
      + waits.map { Finding(kind: .waiting, text: $0) } + (isKilled ? [Self.killed] : [])
  }

  private static let killed = Finding(
    kind: .killed,
    text: "app did not end when it was asked to at the end of the run (SIGTERM), and was made to (SIGKILL)")

  private var isKilled: Bool {
    analysis.story.events.contains { event in
      // 9 is SIGKILL on every Linux.
      if case .appExited(let exit) = event.payload { exit.asked == true && exit.signal == 9 } else { false }
    }
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
    guard let first else {
      return
        "app told no status: it wrote no line in which --status '\(pattern)' could find one; many programs hold back "
        + "what they write to a pipe: flush it, or run it under 'stdbuf -oL'"
    }
    let line = TextLines.cut(OutputSection.plain(first.line), 60)
    let count = lines == 1 ? "the one line that it wrote" : "none of the \(lines) lines that it wrote"
    return lines == 1
      ? "app told no status: --status '\(pattern)' does not match \(count), '\(line)'"
      : "app told no status: --status '\(pattern)' matches \(count), such as '\(line)'"
  }

  /// A connection of its that had no answer for a time.
  private struct Wait {
    let remote: String
    let since: Int64
    var end: Int64?
    let isConnecting: Bool
    var retransmits: Int
  }

  /// The states of a connection whose near end is closed.
  private static let closing: Set = ["FIN-WAIT-1", "FIN-WAIT-2", "CLOSING", "LAST-ACK", "TIME-WAIT", "UNCONN"]

  /// Its connections that waited for an answer, in the order in which they began to.
  private var allWaits: [Wait] {
    var open: [String: Wait] = [:]
    var ended: [Wait] = []
    func end(_ key: String, _ time: Int64) {
      guard var wait = open.removeValue(forKey: key) else { return }
      wait.end = time
      ended.append(wait)
    }
    for event in analysis.story.events {
      guard case .appSocket(let socket) = event.payload else { continue }
      let key = "\(socket.local) \(socket.remote)"
      switch socket.what {
      // What the program has closed it no longer waits for, though the kernel goes on sending it.
      case _ where Self.closing.contains(socket.state ?? ""): end(key, event.t)
      case "connecting", "retransmitting":
        let new = Wait(
          remote: socket.remote, since: event.t, isConnecting: socket.state == "SYN-SENT", retransmits: 0)
        open[key, default: new].retransmits = socket.retransmits
      default: end(key, event.t)
      }
    }
    return (ended + open.values).sorted { ($0.since, $0.remote) < ($1.since, $1.remote) }
  }

  /// What waited for a second at least: when the run ended, and of a program that told nothing, or noticed nothing, the
  /// longest wait before.
  private var waits: [String] {
    func length(_ wait: Wait) -> Int64 { (wait.end ?? analysis.story.end) - wait.since }
    let long = allWaits.filter { length($0) >= 1_000_000_000 }
    let open = long.filter { $0.end == nil }
    if let first = open.first {
      let others = open.count > 1 ? "; \(open.count - 1) more of its connections wait likewise" : ""
      return [
        "app still waited for \(first.remote) when the run ended: "
          + "\(first.isConnecting ? "its SYN" : "what it sent") is unanswered since \(text(first.since))\(again(first))\(others)"
      ]
    }
    let isBlind = !analysis.story.events.contains { if case .appStatus = $0.payload { true } else { false } }
    guard isBlind || analysis.missed.contains(where: { $0.monitor == "app" }),
      let longest = long.max(by: { length($0) < length($1) }), let end = longest.end
    else { return [] }
    let others = long.count > 1 ? "; \(long.count - 1) more of its connections waited for a second or longer" : ""
    return [
      "app waited for \(longest.remote): \(longest.isConnecting ? "its SYN" : "what it sent") was unanswered from "
        + "\(text(longest.since)) to \(text(end))\(again(longest))\(others)"
    ]
  }

  private func text(_ time: Int64) -> String { QuantityText.duration(Double(time)) }

  private func again(_ wait: Wait) -> String {
    guard wait.retransmits > 0 else { return "" }
    return ", sent again \(wait.retransmits) \(wait.retransmits == 1 ? "time" : "times")"
  }
}
