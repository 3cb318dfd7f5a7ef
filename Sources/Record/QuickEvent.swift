/// Reads the frequent kinds of events without a JSON decoder, which would take most of a long record's time.
///
/// It knows flat objects of texts, whole numbers and nulls. Whatever else there is, damage included, is left to the
/// decoder: then there is no event.
struct QuickEvent {
  private var line = QuickLine()

  /// The event of a line; nil if the decoder has to look at it.
  mutating func event(_ bytes: Span<UInt8>) -> RecordEvent? {
    guard line.read(bytes), let type = line.text("type", bytes), let t = line.integer("t"),
      let n = line.integer("n").flatMap({ Int(exactly: $0) }), let run = line.text("run", bytes),
      let payload = payload(type, bytes)
    else { return nil }
    return RecordEvent(t: t, n: n, run: run, payload: payload)
  }

  private mutating func payload(_ type: String, _ bytes: Span<UInt8>) -> RecordPayload? {
    switch type {
    case "probe.sent": probeSent(bytes).map(RecordPayload.probeSent)
    case "probe.result": probeAnswer(bytes).map(RecordPayload.probeResult)
    case "app.output": appOutput(bytes).map(RecordPayload.appOutput)
    case "app.status": line.text("status", bytes).map { .appStatus(AppStatus(status: $0)) }
    case "link.changed": kernelChange(bytes).map(RecordPayload.linkChanged)
    case "address.changed": kernelChange(bytes).map(RecordPayload.addressChanged)
    case "route.changed": kernelChange(bytes).map(RecordPayload.routeChanged)
    default: nil
    }
  }

  private mutating func probeSent(_ bytes: Span<UInt8>) -> ProbeSent? {
    guard let sequence = line.integer("sequence").flatMap({ Int(exactly: $0) }), let kind = line.text("kind", bytes),
      let target = line.text("target", bytes)
    else { return nil }
    return ProbeSent(sequence: sequence, kind: kind, target: target)
  }

  private mutating func probeAnswer(_ bytes: Span<UInt8>) -> ProbeAnswer? {
    guard let sequence = line.integer("sequence").flatMap({ Int(exactly: $0) }), let kind = line.text("kind", bytes),
      let target = line.text("target", bytes), let outcome = line.text("outcome", bytes),
      let sent = line.integer("sent"), line.isIntegerOrAbsent("rtt")
    else { return nil }
    return ProbeAnswer(
      sequence: sequence, kind: kind, target: target, outcome: outcome, rtt: line.integer("rtt"), sent: sent)
  }

  private mutating func appOutput(_ bytes: Span<UInt8>) -> AppOutput? {
    guard let stream = line.text("stream", bytes), let text = line.text("line", bytes) else { return nil }
    return AppOutput(stream: stream, line: text)
  }

  private mutating func kernelChange(_ bytes: Span<UInt8>) -> KernelChange? {
    guard let what = line.text("what", bytes), let before = line.optionalText("before", bytes),
      let after = line.optionalText("after", bytes)
    else { return nil }
    return KernelChange(what: what, before: before, after: after)
  }
}
