internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A thread of its own for one long task, with a name that `ps -L` and debuggers show.
public final class OwnThread: Sendable {
  private let handle: pthread_t
  private let joined = Mutex(false)

  private final class Start {
    let body: @Sendable () -> Void
    let name: String
    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }

  /// Starts a thread.
  ///
  /// - Parameter name: Cut to the 15 bytes that the kernel keeps.
  /// - Throws: ``SystemError`` if the machine allows no more threads.
  public init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var handle = pthread_t()
    let code = pthread_create(
      &handle, nil,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        lc_name_thread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      throw SystemError("start thread '\(name)'", errno: Errno(rawValue: code))
    }
    self.handle = handle
  }

  /// Makes sure that so many threads can run at once, by trying: where they cannot, what waits for one would wait for ever.
  ///
  /// - Throws: ``SystemError`` with the way out.
  public static func checkThatCanRun(_ count: Int) throws(SystemError) {
    let gate = DispatchSemaphore(value: 0)
    var threads: [OwnThread] = []
    defer {
      for _ in threads { gate.signal() }
      for thread in threads { thread.join() }
    }
    do {
      for _ in 0..<count { threads.append(try OwnThread(name: "lc-check") { gate.wait() }) }
    } catch {
      if let room = addressSpaceLimit {
        throw SystemError(
          "start \(count) threads", errno: error.errno,
          advice:
            "A process may have \(room / 1024) KiB of address space ('ulimit -v'), which has no room for their stacks: "
            + "allow more.")
      }
      let limit = sysconf(Int32(_SC_CHILD_MAX))
      throw SystemError(
        "start \(count) threads", errno: error.errno,
        advice:
          "This user may have \(limit < 0 ? "any number of" : "\(limit)") processes and threads ('ulimit -u'), a container may limit them too: "
          + "allow more.")
    }
  }

  /// The limit of the address space in bytes, where it has no room for the stack of another thread; nil where it has.
  private static var addressSpaceLimit: UInt? {
    var limit = rlimit()
    guard getrlimit(CInt(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
      return nil
    }
    var attributes = pthread_attr_t()
    var size = 0
    guard pthread_attr_init(&attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    guard pthread_attr_getstacksize(&attributes, &size) == 0 else { return nil }
    let stack = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard stack == MAP_FAILED else {
      munmap(stack, size)
      return nil
    }
    return limit.rlim_cur
  }

  /// Waits until the body has returned. Further calls, and one from the thread itself, return at once.
  public func join() {
    guard pthread_equal(handle, pthread_self()) == 0 else { return }
    let isFirst = joined.withLock { done in
      defer { done = true }
      return !done
    }
    if isFirst { pthread_join(handle, nil) }
  }

  /// Waits until the body has returned, but not longer than so many nanoseconds; whether it has.
  public func join(within nanoseconds: Int64) -> Bool {
    guard pthread_equal(handle, pthread_self()) == 0 else { return true }
    return joined.withLock { done in
      if done { return true }
      done = lc_join_thread(handle, nanoseconds) == 0
      return done
    }
  }

  deinit {
    if !joined.withLock({ $0 }) { pthread_detach(handle) }
  }
}
