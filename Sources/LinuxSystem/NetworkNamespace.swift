internal import CLinux
internal import Glibc

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

  private init(_ started: (thread: NamespaceThread, descriptor: CInt)) {
    thread = started.thread
    file = FileDescriptor(adopting: started.descriptor)
  }

  /// Makes a namespace with nothing but a loopback interface that is down. Equivalent to `unshare -n`.
  ///
  /// - Parameter name: The thread's name, for `ps -L`.
  /// - Throws: ``SystemError``, with the way out where privileges are missing.
  public static func create(name: String) throws(SystemError) -> NetworkNamespace {
    NetworkNamespace(
      try NamespaceThread.start(name: name) { () throws(SystemError) in
        do throws(SystemError) {
          try check("make a network namespace", advice: UserNamespace.advice) { lc_unshare_network() }
        } catch  where error.errno == .noSpace {
          throw SystemError(error.operation, errno: .noSpace, advice: NamespaceLimit.network.advice)
        }
        return try FileDescriptor(path: "/proc/self/task/\(lc_thread_id())/ns/net", flags: O_RDONLY).release()
      })
  }

  /// Enters a namespace that exists, such as `/proc/PID/ns/net`. Equivalent to `nsenter --net=PATH`.
  ///
  /// - Throws: ``SystemError``; `EPERM` for one that belongs to another user namespace, such as the host's own.
  public static func open(path: String, name: String) throws(SystemError) -> NetworkNamespace {
    let descriptor = try FileDescriptor(path: path, flags: O_RDONLY)
    let number = descriptor.rawValue
    let (thread, _) = try NamespaceThread.start(name: name) { () throws(SystemError) in
      try check("enter the network namespace \(path)", advice: UserNamespace.advice) { lc_enter_network(number) }
    }
    return NetworkNamespace((thread, descriptor.release()))
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
  public nonisolated func performBlocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws
    -> Value
  {
    try thread.callBlocking(body)
  }

  deinit { thread.end() }
}
