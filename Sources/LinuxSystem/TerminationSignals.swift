internal import Dispatch
internal import Glibc

/// Takes SIGINT and SIGTERM as requests to end well: they no longer end the process, from when this is made until it goes.
public final class TerminationSignals {
  private static let numbers = [SIGINT, SIGTERM]
  private let sources: [any DispatchSourceSignal]

  /// Begins to take them.
  ///
  /// - Parameter onSignal: Called for each, on a queue of its own.
  public init(onSignal: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "linkcond.signals")
    sources = Self.numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: onSignal)
      source.resume()
      signal(number, SIG_IGN)
      return source
    }
  }

  deinit {
    for number in Self.numbers { signal(number, SIG_DFL) }
    for source in sources { source.cancel() }
  }
}
