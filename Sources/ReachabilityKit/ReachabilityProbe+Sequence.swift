public import LinuxSystem

extension ReachabilityProbe {
  /// The decisions of a probe that runs as long as somebody iterates: each change of status, the first one from nil.
  ///
  /// ```swift
  /// for try await decision in ReachabilityProbe.decisions(configuration: configuration) {
  ///   print(decision.to, decision.reason)
  /// }
  /// ```
  ///
  /// None is lost, however slow the reader. The sequence throws what ``init(in:configuration:onSent:onResult:onDecision:)``
  /// throws; when the task is cancelled, or the sequence let go, the probe ends.
  public static func decisions(
    in namespace: NetworkNamespace? = nil, configuration: ProbeConfiguration
  ) -> AsyncThrowingStream<ProbeDecision, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let probe = try ReachabilityProbe(in: namespace, configuration: configuration) { decision, _ in
          continuation.yield(decision)
        }
        continuation.onTermination = { _ in probe.cancel() }
        probe.start()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
