internal import Synchronization

/// Something that is to happen once, unless it is cancelled before.
public final class MonitorTimer: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  /// A timer for a clock to fire.
  public init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  /// Lets it happen, if it has not yet and was not cancelled.
  public func fire() { take()?() }

  /// Does not let it happen any more; what it holds is let go.
  public func cancel() { _ = take() }

  private func take() -> (@Sendable () -> Void)? {
    body.withLock { body in
      defer { body = nil }
      return body
    }
  }
}
