internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread that runs what an actor or a caller hands to it, in order; that of a namespace is the one thread in it.
final class NamespaceThread: SerialExecutor {
  private enum Work: Sendable {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
    case end
  }

  private let queue = Mutex<[Work]>([])
  private let bell = DispatchSemaphore(value: 0)
  private let threadID = Atomic<Int32>(0)

  /// Starts the thread.
  ///
  /// - Parameter prepare: Runs first, on the new thread. What it throws ends the thread.
  /// - Returns: what `prepare` returned.
  static func start<Value: Sendable>(
    name: String, prepare: @escaping @Sendable () throws(SystemError) -> Value
  ) throws(SystemError) -> (NamespaceThread, Value) {
    let executor = NamespaceThread()
    let outcome = Outcome<Value, SystemError>()
    // The thread outlives this call; it holds the executor until it is told to end.
    _ = try OwnThread(name: name) {
      executor.threadID.store(lc_thread_id(), ordering: .releasing)
      let result = Result(catching: prepare)
      outcome.report(result)
      if case .success = result { executor.serve() }
    }
    return (executor, try outcome.wait())
  }

  private func serve() {
    while true {
      bell.wait()
      switch queue.withLock({ $0.removeFirst() }) {
      case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
      case .call(let body): body()
      case .end: return
      }
    }
  }

  /// Takes an actor's job, from any thread.
  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  /// Runs `body` on the thread while the caller's waits; at once if the caller is on it.
  func callBlocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    guard threadID.load(ordering: .acquiring) != lc_thread_id() else { return try body() }
    let outcome = Outcome<Value, any Error>()
    add(.call { outcome.report(Result { try body() }) })
    return try outcome.wait()
  }

  /// Ends the thread after what was handed to it before.
  func end() { add(.end) }

  private func add(_ work: Work) {
    queue.withLock { $0.append(work) }
    bell.signal()
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
