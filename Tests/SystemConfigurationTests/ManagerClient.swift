import SystemConfiguration
import Synchronization

/// A reachability manager in the manner of HTTP libraries: weak box as context, status derived from flags, listener on a
/// queue, initial status delivered by hand.
final class ManagerClient: Sendable {
  enum Status: Equatable, Sendable {
    enum Connection: Sendable { case ethernetOrWiFi, cellular }
    case unknown
    case notReachable
    case reachable(Connection)

    init(_ flags: SCNetworkReachabilityFlags) {
      guard flags.isActuallyReachable else {
        self = .notReachable
        return
      }
      self = flags.contains(.isWWAN) ? .reachable(.cellular) : .reachable(.ethernetOrWiFi)
    }
  }

  private struct State {
    var listener: (@Sendable (Status) -> Void)?
    var queue: DispatchQueue?
    var previous: Status?
  }

  private final class WeakManager {
    weak var manager: ManagerClient?
    init(_ manager: ManagerClient) { self.manager = manager }
  }

  private let reachability: Unchecked
  private struct Unchecked: @unchecked Sendable { let target: SCNetworkReachability }
  private let state = Mutex(State())
  private let reachabilityQueue = DispatchQueue(label: "ManagerClient")

  convenience init?(host: String) {
    guard let reachability = SCNetworkReachabilityCreateWithName(nil, host) else { return nil }
    self.init(reachability: reachability)
  }

  convenience init?() {
    var zero = sockaddr()
    zero.sa_len = UInt8(MemoryLayout<sockaddr>.size)
    zero.sa_family = sa_family_t(AF_INET)
    guard let reachability = SCNetworkReachabilityCreateWithAddress(nil, &zero) else { return nil }
    self.init(reachability: reachability)
  }

  private init(reachability: SCNetworkReachability) { self.reachability = Unchecked(target: reachability) }
  deinit { stopListening() }

  var flags: SCNetworkReachabilityFlags? {
    var flags = SCNetworkReachabilityFlags()
    return SCNetworkReachabilityGetFlags(reachability.target, &flags) ? flags : nil
  }

  var status: Status { flags.map(Status.init) ?? .unknown }

  @discardableResult
  func startListening(onQueue queue: DispatchQueue, onUpdate listener: @escaping @Sendable (Status) -> Void) -> Bool {
    stopListening()
    state.withLock {
      $0.queue = queue
      $0.listener = listener
    }
    let weakManager = WeakManager(self)
    var context = SCNetworkReachabilityContext(
      version: 0,
      info: Unmanaged.passUnretained(weakManager).toOpaque(),
      retain: { info in
        let unmanaged = Unmanaged<WeakManager>.fromOpaque(info)
        _ = unmanaged.retain()
        return UnsafeRawPointer(unmanaged.toOpaque())
      },
      release: { info in
        let unmanaged = Unmanaged<WeakManager>.fromOpaque(info)
        unmanaged.release()
      },
      copyDescription: { info in
        let unmanaged = Unmanaged<WeakManager>.fromOpaque(info)
        let description = unmanaged.takeUnretainedValue().manager.map { "\($0)" } ?? "nil"
        return Unmanaged.passRetained(description as CFString)
      })
    let callback: SCNetworkReachabilityCallBack = { _, flags, info in
      guard let info else { return }
      Unmanaged<WeakManager>.fromOpaque(info).takeUnretainedValue().manager?.notify(flags)
    }
    let queueAdded = SCNetworkReachabilitySetDispatchQueue(reachability.target, reachabilityQueue)
    let callbackAdded = SCNetworkReachabilitySetCallback(reachability.target, callback, &context)
    if let currentFlags = flags { reachabilityQueue.async { self.notify(currentFlags) } }
    return callbackAdded && queueAdded
  }

  func stopListening() {
    SCNetworkReachabilitySetCallback(reachability.target, nil, nil)
    SCNetworkReachabilitySetDispatchQueue(reachability.target, nil)
    let old = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(old) {}
  }

  private func notify(_ flags: SCNetworkReachabilityFlags) {
    let new = Status(flags)
    state.withLock { state in
      guard state.previous != new else { return }
      state.previous = new
      guard let listener = state.listener else { return }
      state.queue?.async { listener(new) }
    }
  }

  func flush() { reachabilityQueue.sync {} }
}

extension SCNetworkReachabilityFlags {
  fileprivate var isActuallyReachable: Bool {
    let canConnectAutomatically = contains(.connectionOnDemand) || contains(.connectionOnTraffic)
    return contains(.reachable)
      && (!contains(.connectionRequired) || canConnectAutomatically && !contains(.interventionRequired))
  }
}
