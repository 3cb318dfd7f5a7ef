internal import LinuxSystem
internal import Netlink
internal import Record
internal import Synchronization

/// Looks into the kernel's socket table ten times a second for what becomes of the TCP sockets of the user's program.
final class SocketWatch: Sendable {
  /// From one look to the next.
  static let period: Int64 = 100_000_000

  private let isOver = Atomic(false)
  private let thread: Mutex<OwnThread?>

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - namespace: The client's.
  ///   - root: The program's init: the sockets of the processes under it are the program's.
  ///   - onChange: What is new, and when it was seen.
  init(
    in namespace: NetworkNamespace, under root: Int32,
    onChange: @escaping @Sendable (_ change: AppSocket, _ time: Int64) -> Void
  ) async throws {
    let table = try await namespace.perform { try SocketTable() }
    thread = Mutex(nil)
    let started = try OwnThread(name: "lc-sockets") { [self] in
      var watched = WatchedSockets()
      while !isOver.load(ordering: .acquiring) {
        do {
          let sockets = try table.tcpSockets()
          let now = MonotonicClock.now()
          let changes = watched.update(sockets) {
            ProcessTree.socketInodes(of: ProcessTree.processes(under: root))
          }
          for change in changes { onChange(change, now) }
        } catch {
          // A table that keeps changing while it is read is read again at the next look.
        }
        Wait.sleep(nanoseconds: Self.period)
      }
    }
    thread.withLock { $0 = started }
  }

  /// Ends looking; nothing is told afterwards.
  func stop() {
    isOver.store(true, ordering: .releasing)
    thread.withLock { $0 }?.join()
  }
}
