internal import Conditioner
internal import LinuxSystem
internal import PathEngine
internal import ReachabilityKit

/// `linkcond monitor`: what this machine's network, or that of a namespace, comes to.
struct MonitorCommand: Sendable {
  let arguments: MonitorArguments

  init(_ arguments: MonitorArguments) { self.arguments = arguments }

  func run() async throws -> CommandOutput {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let signals = try TerminationSignals { end.yield() }
    defer { withExtendedLifetime(signals) {} }

    let target = try TargetNamespace(arguments.namespace.map(NamespaceReference.init) ?? .own)
    let overrides = MonitoredNetwork.current.overrides
    let network =
      target.network.map { MonitoredNetwork(namespace: $0, overrides: overrides) } ?? MonitoredNetwork.current
    let printer = MonitorPrinter(isJSON: arguments.isJSON) { end.yield() }
    for sentence in network.blindSpots(isOwn: target.network == nil) {
      Terminal.write("Note: not seen from here: \(sentence).\n", to: 2)
    }

    if let interface = arguments.interface, let unknown = try UnknownInterface(interface, in: target) {
      Terminal.write("Note: \(unknown) It is waited for.\n", to: 2)
    }

    let probe = arguments.probe.map {
      MonitorProbe($0, interface: arguments.interface, network: network, namespace: target.network, printer)
    }
    let source = try target.perform { try LivePathSource(overrides: overrides) }
    let path = try PathMonitor(
      source: source, overrides: overrides,
      constraint: arguments.interface.map(InterfaceConstraint.named) ?? .any,
      onFailure: { printer.complain("\($0)") },
      onUpdate: { update in
        printer.print(update)
        if let old = update.old, update.new.isUrgent(after: old) { probe?.networkChanged() }
      })
    let flags = try arguments.host.flatMap { host in
      try ReachabilityTarget(host: host).map { try follow(FlagsMonitor($0, network: network), host, printer) }
    }
    try path.start()
    probe?.start()

    let timer = arguments.duration.map { duration in
      Task {
        try await Task.sleep(for: duration)
        end.yield()
      }
    }
    for await _ in ends { break }
    timer?.cancel()
    path.cancel()
    flags?.stop()
    probe?.stop()
    if let failure = printer.failure { throw failure }
    return CommandOutput(facts: "")
  }

  private func follow(_ monitor: FlagsMonitor, _ host: String, _ printer: MonitorPrinter) throws -> FlagsMonitor {
    try monitor.start { [weak monitor] in
      guard let monitor else { return }
      printer.printFlags(of: host, monitor)
    }
    printer.printFlags(of: host, monitor)
    return monitor
  }
}
