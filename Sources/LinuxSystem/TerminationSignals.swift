internal import CLinux

/// Takes SIGINT, SIGTERM and SIGHUP as requests to end well: they no longer end the process, from when this is made until
/// it goes. One that is ignored, as by `nohup`, stays so.
///
/// One at a time for a process.
public final class TerminationSignals: Sendable {
  private let caught: Bell
  private let ending: Bell
  private let thread: OwnThread

  /// Begins to take them.
  ///
  /// - Parameter onSignal: Called once, on a thread of its own, when the first has come.
  /// - Throws: ``SystemError``.
  public init(onSignal: @escaping @Sendable () -> Void) throws(SystemError) {
    let caught = try Bell()
    let ending = try Bell()
    thread = try OwnThread(name: "lc-signals") {
      if Wait.readable([caught.descriptor, ending.descriptor], nanoseconds: -1)[0] { onSignal() }
    }
    self.caught = caught
    self.ending = ending
    lc_catch_termination(caught.descriptor)
  }

  deinit {
    lc_release_termination()
    ending.ring()
    thread.join()
  }
}
