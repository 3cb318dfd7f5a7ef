internal import Record

/// An event in words, as evidence for a transition.
enum EvidenceText {
  /// Such as `icmp probe 6 to 203.0.113.1, sent at 2.136 s: no answer (timeout)`.
  static func words(_ event: RecordEvent) -> String {
    switch event.payload {
    case .probeResult(let answer): probe(answer)
    case .probeSent(let sent): "\(sent.kind) probe \(sent.sequence) to \(sent.target) was sent"
    case .linkChanged(let change): kernel("link", change)
    case .addressChanged(let change): kernel("address", change)
    case .routeChanged(let change): kernel("route", change)
    case .pathChanged(let change):
      "path: " + (change.old.map { "\(path($0)) → " } ?? "") + path(change.new)
    case .flagsChanged(let change):
      "flags: " + (change.old.map { "\($0.letters) → " } ?? "") + change.new.letters
    case .appOutput(let output): "\(output.stream): \(output.line)\(output.isCut == true ? "…" : "")"
    case .appStatus(let status): "the program said '\(status.status)'"
    case .appSocket(let socket): Self.socket(socket)
    case .appExited(let end): exit(end)
    case .conditionChanged(let change): "step '\(change.step)': \(change.profile.name) on \(change.interface)"
    default: event.payload.type
    }
  }

  static func exit(_ end: AppExited) -> String {
    if let signal = end.signal { return "the program was ended by signal \(signal)" }
    return "the program exited with status \(end.code.map(String.init) ?? "unknown")"
  }

  private static func socket(_ socket: AppSocket) -> String {
    var text = "socket to \(socket.remote): \(socket.what)"
    if socket.retransmits > 0 {
      text += ", sent again \(socket.retransmits) \(socket.retransmits == 1 ? "time" : "times")"
    }
    return text + (socket.state.map { " (\($0))" } ?? "")
  }

  private static func probe(_ answer: ProbeAnswer) -> String {
    let outcome =
      switch answer.outcome {
      case "reply": answer.rtt.map { "reply after \(QuantityText.duration(Double($0)))" } ?? "reply"
      case "timeout": "no answer (timeout)"
      default: answer.outcome
      }
    return "\(answer.kind) probe \(answer.sequence) to \(answer.target), sent at \(QuantityText.clock(answer.sent)): "
      + outcome
  }

  private static func kernel(_ kind: String, _ change: KernelChange) -> String {
    "\(kind) \(change.what): \(change.before ?? "not there") → \(change.after ?? "gone")"
  }

  private static func path(_ path: PathChanged.Path) -> String {
    let interfaces = path.interfaces.isEmpty ? "no interface" : path.interfaces.joined(separator: ", ")
    return "\(path.status) (\(([path.reason].compactMap(\.self) + [interfaces]).joined(separator: "; ")))"
  }
}
