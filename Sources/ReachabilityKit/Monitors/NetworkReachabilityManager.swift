public import Foundation
internal import Network
internal import PathEngine
internal import Synchronization
internal import SystemConfiguration

extension Notification.Name {
  /// Posted by a ``NetworkReachabilityManager``, which is the object, when its status has changed.
  public static let networkReachabilityDidChange = Notification.Name("YNetworkingReachabilityDidChangeNotification")
}

/// Watches whether a host or the Internet can be reached, with a block and a notification for each change.
///
/// What is reached by a VPN counts as what that stands on. A change from Wi-Fi to a cable is a change although the flags of
/// SCNetworkReachability are the same.
public final class NetworkReachabilityManager: Sendable {
  /// The key of the notification's user info under which the status' raw value is.
  public static let notificationStatusItem = "YNetworkingReachabilityNotificationStatusItem"
  /// The Internet's, for the whole app.
  public static let shared = NetworkReachabilityManager()

  /// Called with each new status.
  public typealias ChangeBlock = @Sendable (NetworkStatus) -> Void

  private struct State {
    var status = NetworkStatus.unknown
    var block: ChangeBlock?
    var generation = 0
    var monitor: NWPathMonitor?
  }

  private let network = MonitoredNetwork.current
  private let target: WatchedTarget?
  private let queue: DispatchQueue
  private let center: NotificationCenterBox
  private let state = Mutex(State())

  /// A manager for the Internet.
  ///
  /// - Parameter queue: Where the block is called and the notification posted, in this order.
  public init(queue: DispatchQueue = .main, center: NotificationCenter = .default) {
    target = WatchedTarget(0, 0, 0, 0)
    self.queue = queue
    self.center = NotificationCenterBox(center: center)
  }

  /// A manager for a host.
  ///
  /// - Parameter domain: A name or an address, and no URL.
  /// - Throws: ``HostNameError``.
  public init(domain: String, queue: DispatchQueue = .main, center: NotificationCenter = .default) throws(HostNameError)
  {
    target = try WatchedTarget(host: domain)
    self.queue = queue
    self.center = NotificationCenterBox(center: center)
  }

  /// The status; ``NetworkStatus/unknown`` unless it monitors.
  public var networkReachabilityStatus: NetworkStatus { state.withLock { $0.status } }
  /// Whether the status is any of the three that are reachable.
  public var isReachable: Bool { networkReachabilityStatus.rawValue > NetworkStatus.notConnected.rawValue }
  /// Whether it is by a mobile network.
  public var isReachableViaWWAN: Bool { networkReachabilityStatus == .viaWWAN }
  /// Whether it is by Wi-Fi.
  public var isReachableViaWiFi: Bool { networkReachabilityStatus == .viaWiFi }
  /// Whether it is by a cable.
  public var isReachableViaEthernet: Bool { networkReachabilityStatus == .viaEthernet }

  /// Sets what is called on the queue, before the notification, with each new status; nil for nothing.
  public func setReachabilityStatusChangeBlock(_ block: ChangeBlock?) {
    let old = state.withLock { state in
      defer { state.block = block }
      return state.block
    }
    withExtendedLifetime(old) {}
  }

  /// Stops and starts. The status is known when this returns, and is told like a change.
  public func startMonitoring() {
    stopMonitoring()
    let monitor = network.use { NWPathMonitor() }
    let generation = state.withLock { state in
      state.generation += 1
      state.monitor = monitor
      return state.generation
    }
    monitor.pathUpdateHandler = { [weak self] _ in self?.update(generation) }
    _ = target?.start(.queue(queue)) { [weak self] _ in self?.update(generation) }
    monitor.start(queue: queue)
    update(generation)
  }

  /// Stops. Called on the queue, neither block nor notification comes after it has returned.
  public func stopMonitoring() {
    let monitor = state.withLock { state in
      state.generation += 1
      state.status = .unknown
      defer { state.monitor = nil }
      return state.monitor
    }
    monitor?.cancel()
    target?.stop()
  }

  deinit { stopMonitoring() }

  private func update(_ generation: Int) {
    state.withLock { state in
      guard state.generation == generation, let monitor = state.monitor else { return }
      let status = Self.status(target?.flags, monitor.currentPath)
      guard status != state.status else { return }
      state.status = status
      queue.async { [weak self] in self?.tell(status, generation) }
    }
  }

  private func tell(_ status: NetworkStatus, _ generation: Int) {
    let (isCurrent, block) = state.withLock { ($0.generation == generation, $0.block) }
    guard isCurrent else { return }
    block?(status)
    // The block may have stopped it.
    guard state.withLock({ $0.generation == generation }) else { return }
    center.center.post(
      name: .networkReachabilityDidChange, object: self, userInfo: [Self.notificationStatusItem: status.rawValue])
  }

  /// Whether, by the flags; by what, by the path.
  static func status(_ flags: SCNetworkReachabilityFlags?, _ path: NWPath) -> NetworkStatus {
    guard let flags else { return .unknown }
    switch FlagDialect.alamofire.status(of: flags) {
    case .notReachable: return .notConnected
    case .reachableViaWWAN: return .viaWWAN
    case .reachableViaWiFi:
      if path.usesInterfaceType(.wifi) { return .viaWiFi }
      if path.usesInterfaceType(.wiredEthernet) { return .viaEthernet }
      return path.usesInterfaceType(.cellular) ? .viaWWAN : .viaWiFi
    }
  }
}
