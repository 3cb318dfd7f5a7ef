internal import CLinux

extension OwnThread {
  /// Starts a thread that lives in `namespace`, and returns once it is prepared.
  ///
  /// - Parameters:
  ///   - namespace: nil is the one that the calling thread is in, which takes no privilege.
  ///   - name: Cut to the 15 bytes that the kernel keeps.
  ///   - prepare: Runs first, on the new thread inside the namespace; sockets made here belong to it. What it returns is
  ///     the thread's task.
  /// - Throws: ``SystemError`` if the thread cannot start or enter, or what `prepare` throws; the thread has then ended.
  public static func start(
    name: String, in namespace: NetworkNamespace?, prepare: @escaping @Sendable () throws -> () -> Void
  ) throws -> OwnThread {
    let outcome = Outcome<Void, any Error>()
    let thread = try OwnThread(name: name) {
      let task: () -> Void
      do {
        if let namespace {
          try check("enter a network namespace", advice: UserNamespace.advice) {
            lc_enter_network(namespace.descriptor)
          }
        }
        task = try prepare()
        outcome.report(.success(()))
      } catch {
        return outcome.report(.failure(error))
      }
      task()
    }
    do {
      try outcome.wait()
    } catch {
      thread.join()
      throw error
    }
    return thread
  }
}
