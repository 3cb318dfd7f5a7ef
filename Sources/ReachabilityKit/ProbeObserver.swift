/// Who is told what a probe does.
struct ProbeObserver: Sendable {
  let onSent: @Sendable (Int, ProbeKind, String, Int64) -> Void
  let onResult: @Sendable (ProbeResult) -> Void
  let onDecision: @Sendable (ProbeDecision, Int64) -> Void
}
