internal import Dispatch

extension LayeredMonitor {
  /// Each new status, as long as somebody iterates; the monitor runs for it, and for one such sequence at a time.
  ///
  /// A slow reader misses statuses in between and never the newest. When the task is cancelled, or the sequence let go, the
  /// monitor stops.
  public var statuses: AsyncThrowingStream<LayeredStatus, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      do {
        continuation.onTermination = { [self] _ in stop() }
        try start(queue: DispatchQueue(label: "linkcond.layers")) { continuation.yield($0) }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
