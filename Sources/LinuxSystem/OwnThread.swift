internal import CLinux
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
