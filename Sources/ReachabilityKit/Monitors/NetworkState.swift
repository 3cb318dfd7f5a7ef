public import Dispatch
public import PathEngine
internal import Synchronization
internal import SystemConfiguration

/// Everything an app asks of its connection, with a callback for every change of any of it.
public final class NetworkState: Sendable {
  /// Where it is taken from.
  public enum Basis: Hashable, Sendable {
    /// The path, which tells the kind of interface, VPN and radio technology.
    case path
    /// The flags of SCNetworkReachability, which tell a mobile network from all others, and no more.
    case flags
  }

  /// What is known at one time.
  public struct Values: Hashable, Sendable {
    /// By what this machine is connected; by a VPN counts as by what that stands on.
    public let networkType: NetworkStatus
    /// Whether the connection goes through a VPN.
    public let isVPN: Bool
    /// The radio technology; unknown unless an override tells it.
    public let cellularType: CellularType
    /// What it has changed to.
    public let change: NetworkChange

    /// Whether it is connected; what is unknown counts as connected, since nothing says that it is not.
    public var isNetworkConnected: Bool { networkType != .notConnected }
    /// Whether it is connected by Wi-Fi.
    public var isWiFiConnected: Bool { networkType == .viaWiFi && change == .wifi }

    init(_ path: NetworkPath) {
      isVPN = path.isTunnel
      cellularType = path.cellularType
      let types = path.usedTypes
      (networkType, change) =
        switch path.status {
        case .unsatisfied: (.notConnected, .lost)
        case .requiresConnection: (.unknown, .other)
        case .satisfied where types.contains(.wifi): (.viaWiFi, .wifi)
        case .satisfied where types.contains(.cellular): (.viaWWAN, .cellular)
        case .satisfied where types.contains(.wiredEthernet): (.viaEthernet, .ethernet)
        case .satisfied: (.unknown, .other)
        }
    }

    init(_ flags: SCNetworkReachabilityFlags?) {
      isVPN = false
      cellularType = .unknown
      (networkType, change) =
        switch flags.map(FlagDialect.alamofire.status) {
        case nil: (.unknown, .other)
        case .notReachable: (.notConnected, .lost)
        case .reachableViaWWAN: (.viaWWAN, .cellular)
        case .reachableViaWiFi: (.viaWiFi, .wifi)
        }
    }
  }

  /// Called with the values as they are now.
  public typealias Handler = @Sendable (Values) -> Void

  private struct State {
    var values: Values?
    var handler: Handler?
    var generation = 0
    var basis: Basis?
  }

  /// The one of the whole app.
  public static let shared = NetworkState()

  private let network: MonitoredNetwork
  private let monitor: SettledPathMonitor
  private let target = WatchedTarget(0, 0, 0, 0)
  private let preferred: Basis
  private let queue: DispatchQueue
  private let state = Mutex(State())

  /// A state that nobody follows yet; what it is asked is read now.
  ///
  /// - Parameters:
  ///   - basis: What to prefer; where the path can't be followed, the flags are.
  ///   - settle: How long a path must stay before it counts.
  ///   - queue: Where the handler is called.
  public init(preferring basis: Basis = .path, settle: SettleTimes = .immediately, queue: DispatchQueue = .main) {
    network = .current
    monitor = SettledPathMonitor(network: network, settle: settle)
    preferred = basis
    self.queue = queue
  }

  /// All values, as told last while it runs, else read now.
  public var values: Values {
    if let values = state.withLock({ $0.values }) { return values }
    return preferred == .path ? Values(network.path()) : Values(target?.flags)
  }

  /// Whether it is connected; what is unknown counts as connected.
  public var isNetworkConnected: Bool { values.isNetworkConnected }
  /// Whether it is connected by Wi-Fi.
  public var isWiFiConnected: Bool { values.isWiFiConnected }
  /// Whether the connection goes through a VPN, as the kind of its interface tells, not its name.
  public var isVPN: Bool { values.isVPN }
  /// By what it is connected.
  public var networkType: NetworkStatus { values.networkType }
  /// The radio technology of a mobile network.
  public var cellularType: CellularType { values.cellularType }
  /// What it is taken from; nil unless it runs.
  public var basis: Basis? { state.withLock { $0.basis } }

  /// Starts, or starts again with another handler, which is called with the values as they are and after each change.
  ///
  /// - Returns: false if neither path nor flags can be followed.
  @discardableResult
  public func start(_ handler: @escaping Handler) -> Bool {
    stop()
    let generation = state.withLock { state in
      state.generation += 1
      state.handler = handler
      return state.generation
    }
    let basis = begin(generation)
    return state.withLock { state in
      guard state.generation == generation else { return true }
      state.basis = basis
      return basis != nil
    }
  }

  /// Stops; ``start(_:)`` may follow. Called on the queue, no handler runs after it has returned.
  public func stop() {
    let old = state.withLock { state in
      let old = state
      state = State()
      state.generation = old.generation + 1
      return old
    }
    monitor.stop()
    target?.stop()
    withExtendedLifetime(old) {}
  }

  deinit { stop() }

  private func begin(_ generation: Int) -> Basis? {
    if preferred == .path {
      do {
        try monitor.start(queue: queue) { [weak self] in self?.take(Values($0), generation) }
        return .path
      } catch {
        // Then the flags.
      }
    }
    guard let target, target.start(.queue(queue), { [weak self] in self?.take(Values($0), generation) }) else {
      return nil
    }
    queue.async { [weak self] in self?.take(Values(target.flags), generation) }
    return .flags
  }

  private func take(_ values: Values, _ generation: Int) {
    let handler: Handler? = state.withLock { state in
      guard state.generation == generation, state.values != values else { return nil }
      state.values = values
      return state.handler
    }
    handler?(values)
  }
}
