internal import Dispatch
internal import Synchronization

/// What one thread finds out and another waits for.
final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)
  private let ready = DispatchSemaphore(value: 0)

  /// Tells the waiter, once.
  func report(_ result: Result<Value, Failure>) {
    self.result.withLock { $0 = result }
    ready.signal()
  }

  /// Waits for the report and takes it.
  func wait() throws(Failure) -> Value {
    while true {
      ready.wait()
      if let result = result.withLock({ $0 }) { return try result.get() }
    }
  }
}
