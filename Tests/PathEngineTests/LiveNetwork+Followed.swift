import PathEngine
import TestSupport

extension LiveNetwork {
  /// A network that a monitor follows, which tells everything to an inbox, and the first update.
  static func followed() async throws -> (
    network: LiveNetwork, inbox: Inbox, monitor: PathMonitor, first: PathUpdate
  ) {
    let network = try await LiveNetwork()
    let inbox = Inbox()
    let monitor = try inbox.monitor(network.source(), overrides)
    try monitor.start()
    return (network, inbox, monitor, try await inbox.update(0))
  }
}
