internal import Dispatch
internal import Glibc

/// Passes on to a command what is sent to this process while it waits for it.
///
/// SIGINT and SIGQUIT are ignored here: a terminal sends them to the command itself. SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2
/// are sent on.
public final class SignalForwarding: Sendable {
  // A dispatch source may be used from any thread; its protocol does not say so.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  /// Begins to pass signals on.
  public init(to process: LabProcess) {
    for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    sources = [SIGTERM, SIGHUP, SIGUSR1, SIGUSR2].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { process.send(signal: number) }
      source.activate()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
