internal import CLinux

/// Passes on to a command what is sent to this process while it waits for it.
///
/// SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 no longer end this process but are sent on, from the moment this
/// value is made. What a terminal sends on its keys or as it closes is not: the command gets that itself. When the value
/// goes, the signals do again what they did before. One at a time for a process; a second takes over from the first.
public final class SignalForwarding: Sendable {
  private let process: LabProcess

  /// Begins to pass signals on.
  public init(to process: LabProcess) {
    self.process = process
    lc_forward_signals(process.descriptor)
  }

  deinit { lc_stop_forwarding() }
}
