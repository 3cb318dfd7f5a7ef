internal import LinuxSystem
internal import Netlink
internal import PathEngine
internal import ReachabilityKit
internal import Synchronization

/// The probe of `linkcond monitor`: a host is looked up, and again when the network has changed, and its addresses are probed.
final class MonitorProbe: Sendable {
  private struct Running {
    let probe: ReachabilityProbe
    let addresses: [String]
  }

  private struct State {
    var running: Running?
    var lookUps = 0
    var isStopped = false
  }

  private let address: ProbeAddress
  private let interface: String?
  private let network: MonitoredNetwork
  private let namespace: NetworkNamespace?
  private let printer: MonitorPrinter
  private let state = Mutex(State())

  init(
    _ address: ProbeAddress, interface: String?, network: MonitoredNetwork, namespace: NetworkNamespace?,
    _ printer: MonitorPrinter
  ) {
    self.address = address
    self.interface = interface
    self.network = network
    self.namespace = namespace
    self.printer = printer
  }

  /// Begins, and tries again every second as long as it cannot.
  func start() {
    let number: Int? = state.withLock { state in
      guard !state.isStopped else { return nil }
      state.lookUps += 1
      return state.lookUps
    }
    guard let number else { return }
    if IPAddress(address.host) != nil {
      probe([address.host], number)
      return
    }
    network.resolver.resolve(address.host) { [self] resolved in
      let addresses = resolved.addresses.map(\.description)
      guard addresses.isEmpty else { return probe(addresses, number) }
      retry("look up \(address.host): \(resolved.failure ?? "it has no addresses").", number)
    }
  }

  /// Forgets what is known, asks at once, and looks the host up again.
  func networkChanged() {
    let probe = state.withLock { $0.running?.probe }
    printer.forgetProbe("the path changed, and nothing was answered since")
    probe?.probeAgain(forgetting: true)
    start()
  }

  func stop() {
    let old = state.withLock { state in
      defer { state.running = nil }
      state.isStopped = true
      return state.running
    }
    old?.probe.cancel()
  }

  private func probe(_ addresses: [String], _ number: Int) {
    let isKnown = state.withLock { $0.running?.addresses == addresses || $0.isStopped || $0.lookUps != number }
    guard !isKnown else { return }
    do {
      let results = RecentResults()
      let probe = try ReachabilityProbe(
        in: namespace, configuration: address.configuration(addresses: addresses, interface: interface),
        onResult: { results.add($0) }
      ) { [printer] decision, _ in printer.print(decision, results.of(decision.sequences)) }
      let (old, isWanted) = state.withLock { state in
        guard !state.isStopped, state.lookUps == number else { return (state.running, false) }
        defer { state.running = Running(probe: probe, addresses: addresses) }
        return (state.running, true)
      }
      guard isWanted else { return }
      old?.probe.cancel()
      probe.start()
    } catch {
      retry("\(error)", number)
    }
  }

  private func retry(_ reason: String, _ number: Int) {
    printer.complain("\(reason) It is tried again every second.")
    _ = network.clock.schedule(after: .seconds(1)) { [self] in
      if state.withLock({ $0.lookUps == number }) { start() }
    }
  }
}
