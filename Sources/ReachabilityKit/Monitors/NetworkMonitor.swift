public import Foundation
public import Network
internal import PathEngine
internal import Synchronization

extension Notification.Name {
  /// Posted by a ``NetworkMonitor`` when what it shows has changed; there is no object.
  public static let connectivityStatus = Notification.Name("connectivityStatusChanged")
}

/// Whether this machine is connected, by what, and whether that costs money.
///
/// Unlike an `NWPathMonitor` it can be stopped and started again.
public final class NetworkMonitor: Sendable {
  private struct Shown: Equatable {
    let isConnected: Bool
    let isExpensive: Bool
    let type: NWInterface.InterfaceType?

    init(_ path: NWPath) {
      isConnected = path.status != .unsatisfied
      isExpensive = path.isExpensive
      type = NetworkMonitor.order.first(where: path.usesInterfaceType)
    }
  }

  private struct State {
    var monitor: NWPathMonitor?
    var shown: Shown?
  }

  /// A VPN before what it stands on.
  private static let order: [NWInterface.InterfaceType] = [.other, .wifi, .cellular, .loopback, .wiredEthernet]

  /// The one of the whole app.
  public static let shared = NetworkMonitor()

  private let network = MonitoredNetwork.current
  private let queue: DispatchQueue
  private let center: NotificationCenterBox
  private let state = Mutex(State())

  /// A monitor that has not started.
  ///
  /// - Parameter queue: Where notifications are posted; nil is a queue of its own, not the main one.
  public init(queue: DispatchQueue? = nil, center: NotificationCenter = .default) {
    self.queue = queue ?? DispatchQueue(label: "linkcond.network-monitor")
    self.center = NotificationCenterBox(center: center)
  }

  /// Whether the path is satisfied, or an attempt to connect may make it so (`requiresConnection`).
  public var isConnected: Bool { shown.isConnected }
  /// Whether the path's use costs money.
  public var isExpensive: Bool { shown.isExpensive }
  /// By what: the first of other (a VPN), Wi-Fi, cellular, loopback, wired that the path uses; nil if it is not satisfied.
  public var currentConnectionType: NWInterface.InterfaceType? { shown.type }

  /// What was told last; read now if nothing was.
  private var shown: Shown { state.withLock { $0.shown } ?? Shown(network.use { NWPathMonitor().currentPath }) }

  /// Starts, and posts once what is so; does nothing if it runs already.
  public func startMonitoring() {
    let monitor = network.use { NWPathMonitor() }
    let isNew = state.withLock { state in
      guard state.monitor == nil else { return false }
      state.monitor = monitor
      return true
    }
    guard isNew else { return }
    monitor.pathUpdateHandler = { [weak self, weak monitor] path in
      guard let monitor else { return }
      self?.take(path, of: monitor)
    }
    monitor.start(queue: queue)
  }

  /// Stops; ``startMonitoring()`` may follow. Called on the queue, nothing is posted after it has returned.
  public func stopMonitoring() {
    let monitor = state.withLock { state in
      defer { state = State() }
      return state.monitor
    }
    monitor?.cancel()
  }

  deinit { stopMonitoring() }

  private func take(_ path: NWPath, of monitor: NWPathMonitor) {
    let shown = Shown(path)
    let isNew = state.withLock { state in
      guard state.monitor === monitor, state.shown != shown else { return false }
      state.shown = shown
      return true
    }
    if isNew { center.center.post(name: .connectivityStatus, object: nil) }
  }
}
