import Synchronization
import SystemConfiguration

/// A notifier in the manner of apps: errors with SCError, a retained weakifier, callback before queue, flags compared.
final class NotifierClient: @unchecked Sendable {
  enum Failure: Error { case callback(Int32), queue(Int32), flags(Int32) }

  static let changed = Notification.Name("notifierClientChanged")

  private final class Weakifier {
    weak var notifier: NotifierClient?
    init(_ notifier: NotifierClient) { self.notifier = notifier }
  }

  private let reachabilityRef: SCNetworkReachability
  private let serialQueue = DispatchQueue(label: "NotifierClient", qos: .default)
  private let center: NotificationCenter
  private var isRunning = false
  private(set) var flags: SCNetworkReachabilityFlags? {
    didSet {
      guard flags != oldValue else { return }
      center.post(name: Self.changed, object: self)
    }
  }

  init?(hostname: String? = nil, center: NotificationCenter) {
    self.center = center
    if let hostname {
      guard let ref = SCNetworkReachabilityCreateWithName(nil, hostname) else { return nil }
      reachabilityRef = ref
    } else {
      var zeroAddress = sockaddr_in()
      zeroAddress.sin_len = UInt8(MemoryLayout.size(ofValue: zeroAddress))
      zeroAddress.sin_family = sa_family_t(AF_INET)
      let ref = withUnsafePointer(to: &zeroAddress) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          SCNetworkReachabilityCreateWithAddress(kCFAllocatorDefault, $0)
        }
      }
      guard let ref else { return nil }
      reachabilityRef = ref
    }
  }

  deinit { stop() }

  func start() throws {
    guard !isRunning else { return }
    let callback: SCNetworkReachabilityCallBack = { (_, flags, info) in
      guard let info = info else { return }
      Unmanaged<Weakifier>.fromOpaque(info).takeUnretainedValue().notifier?.flags = flags
    }
    let weakifier = Weakifier(self)
    defer { withExtendedLifetime(weakifier) {} }
    let opaque = Unmanaged<Weakifier>.passUnretained(weakifier).toOpaque()
    var context = SCNetworkReachabilityContext(
      version: 0, info: UnsafeMutableRawPointer(opaque),
      retain: { UnsafeRawPointer(Unmanaged<Weakifier>.fromOpaque($0).retain().toOpaque()) },
      release: { Unmanaged<Weakifier>.fromOpaque($0).release() }, copyDescription: nil)
    if !SCNetworkReachabilitySetCallback(reachabilityRef, callback, &context) {
      stop()
      throw Failure.callback(SCError())
    }
    if !SCNetworkReachabilitySetDispatchQueue(reachabilityRef, serialQueue) {
      stop()
      throw Failure.queue(SCError())
    }
    try serialQueue.sync { [unowned self] in
      var flags = SCNetworkReachabilityFlags()
      if !SCNetworkReachabilityGetFlags(reachabilityRef, &flags) { throw Failure.flags(SCError()) }
      self.flags = flags
    }
    isRunning = true
  }

  func stop() {
    SCNetworkReachabilitySetCallback(reachabilityRef, nil, nil)
    SCNetworkReachabilitySetDispatchQueue(reachabilityRef, nil)
    isRunning = false
  }

  func flush() { serialQueue.sync {} }
}
