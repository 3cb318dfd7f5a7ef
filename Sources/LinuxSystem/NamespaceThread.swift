internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The one thread that is in a network namespace; it runs what an actor or a caller hands to it, in order.
final class NamespaceThread: SerialExecutor {
  enum Entry: Sendable {
    case create
    case open(path: String)
  }

  private enum Work: Sendable {
    case job(UnownedJob)
    case call(@Sendable () -> Void)
    case end
  }

  private let queue = Mutex<[Work]>([])
  private let bell = DispatchSemaphore(value: 0)

  /// Starts the thread and waits until it is in the namespace.
  ///
  /// - Returns: a descriptor of the namespace, which the caller closes.
  func start(name: String, _ entry: Entry) throws(SystemError) -> CInt {
    let outcome = Mutex<Result<CInt, SystemError>?>(nil)
    let ready = DispatchSemaphore(value: 0)
    // The thread outlives this call; it holds the executor until it is told to end.
    let shared = Shared(outcome: outcome)
    _ = try OwnThread(name: name) {
      let result = Self.enter(entry)
      shared.outcome.withLock { $0 = result }
      ready.signal()
      guard case .success = result else { return }
      self.serve()
    }
    ready.wait()
    guard let result = shared.outcome.withLock({ $0 }) else {
      throw SystemError("start the namespace thread '\(name)'", errno: Errno(rawValue: ECANCELED))
    }
    return try result.get()
  }

  private final class Shared: Sendable {
    let outcome: Mutex<Result<CInt, SystemError>?>
    init(outcome: consuming Mutex<Result<CInt, SystemError>?>) { self.outcome = outcome }
  }

  private static func enter(_ entry: Entry) -> Result<CInt, SystemError> {
    Result { () throws(SystemError) in
      switch entry {
      case .create:
        try check("make a network namespace", advice: UserNamespace.advice) { lc_unshare_network() }
        let path = "/proc/self/task/\(lc_thread_id())/ns/net"
        return try FileDescriptor(path: path, flags: O_RDONLY).release()
      case .open(let path):
        let descriptor = try FileDescriptor(path: path, flags: O_RDONLY)
        try check("enter the network namespace \(path)", advice: UserNamespace.advice) {
          lc_enter_network(descriptor.rawValue)
        }
        return descriptor.release()
      }
    }
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

  func enqueue(_ job: consuming ExecutorJob) { add(.job(UnownedJob(job))) }

  func call(_ body: @escaping @Sendable () -> Void) { add(.call(body)) }

  func end() { add(.end) }

  private func add(_ work: Work) {
    queue.withLock { $0.append(work) }
    bell.signal()
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
