internal import Glibc

/// SIGINT, SIGTERM and SIGHUP as something to wait for, so that what runs can end in good order.
public enum StopSignals {
  /// Holds them back in the calling thread and in all that it starts from now on; before there are others, that is all.
  ///
  /// One that is ignored, as by `nohup`, stays so.
  public static func hold() {
    var set = signals
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Starts a thread that waits for the first of them. What comes later ends the process as ever, for the impatient.
  ///
  /// - Throws: ``SystemError`` if the machine allows no more threads.
  public static func onFirst(_ action: @escaping @Sendable (_ signal: Int32) -> Void) throws(SystemError) {
    _ = try OwnThread(name: "lc-signals") {
      var set = signals
      var number: Int32 = 0
      while sigwait(&set, &number) != 0 {}
      action(number)
      // `timeout` and the like send one to the process and one to its group: only what comes a second later is another.
      let end = MonotonicClock.now() + 1_000_000_000
      while MonotonicClock.now() < end {
        var rest = timespec(tv_sec: 0, tv_nsec: 100_000_000)
        _ = sigtimedwait(&set, nil, &rest)
      }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      // This thread stays to take the second one.
      while true { pause() }
    }
  }

  private static var signals: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
    return set
  }
}
