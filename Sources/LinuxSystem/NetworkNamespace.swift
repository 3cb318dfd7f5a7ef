internal import Dispatch
internal import Glibc
internal import Synchronization

/// A network namespace, held by a descriptor and entered by one thread of its own.
///
/// Everything that depends on the namespace of the calling thread (sockets, `/proc/sys/net`, ethtool) is done inside
/// ``perform(_:)``. A socket stays in the namespace it was made in and may be used from any thread afterwards. The
/// namespace goes when this value and all that holds it (processes, sockets) are gone. It never has a name under `/run`.
public actor NetworkNamespace {
  private let thread: NamespaceThread
  private nonisolated let file: FileDescriptor

  /// Runs the actor on the namespace's thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private init(name: String, _ entry: NamespaceThread.Entry) throws(SystemError) {
    let thread = NamespaceThread()
    let descriptor = try thread.start(name: name, entry)
    self.thread = thread
    file = FileDescriptor(adopting: descriptor)
  }

  /// Makes a namespace with nothing but a loopback interface that is down. Equivalent to `unshare -n`.
  ///
  /// - Parameter name: The thread's name, for `ps -L`.
  /// - Throws: ``SystemError``, with the way out where privileges are missing.
  public static func create(name: String) throws(SystemError) -> NetworkNamespace {
    try NetworkNamespace(name: name, .create)
  }

  /// Enters a namespace that exists, such as `/proc/PID/ns/net`. Equivalent to `nsenter --net=PATH`.
  ///
  /// - Throws: ``SystemError``.
  public static func open(path: String, name: String) throws(SystemError) -> NetworkNamespace {
    try NetworkNamespace(name: name, .open(path: path))
  }

  /// A descriptor of the namespace, for `setns(2)` and `IFLA_NET_NS_FD`; valid while this value lives.
  public nonisolated var descriptor: CInt { file.rawValue }

  /// The namespace's inode, which is its identity on this machine.
  public nonisolated var inode: UInt64 {
    var status = stat()
    fstat(file.rawValue, &status)
    return UInt64(status.st_ino)
  }

  /// Runs `body` on the namespace's thread.
  public func perform<Result: Sendable>(_ body: @Sendable () throws -> Result) throws -> Result {
    try body()
  }

  /// Runs `body` on the namespace's thread while the caller's waits; for code that cannot suspend.
  public nonisolated func performBlocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    thread.call {
      let result = Result { try body() }
      box.value.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = box.value.withLock({ $0 }) else {
      throw SystemError("run on a namespace's thread", errno: Errno(rawValue: ECANCELED))
    }
    return try result.get()
  }

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Result<Value, any Error>?>(nil)
  }

  deinit { thread.end() }
}
