internal import Synchronization
internal import SystemConfiguration

/// An SCNetworkReachability with one handler, which is never called once it was stopped on the same queue or run loop.
final class WatchedTarget: Sendable {
  /// Where the handler is called.
  enum Place {
    case queue(DispatchQueue)
    case currentRunLoop
  }

  private enum Scheduled: @unchecked Sendable {
    case no
    case queue
    // A run loop may be unscheduled from by any thread.
    case runLoop(CFRunLoop)
  }

  /// What the callback's context keeps.
  private final class Handler: Sendable {
    let body: @Sendable (SCNetworkReachabilityFlags) -> Void
    init(_ body: @escaping @Sendable (SCNetworkReachabilityFlags) -> Void) { self.body = body }
  }

  // Its functions may be called from any thread.
  private struct Target: @unchecked Sendable { let reachability: SCNetworkReachability }
  private let target: Target
  private let scheduled = Mutex(Scheduled.no)

  /// A host, by name or address.
  init(host: String) throws(HostNameError) {
    try HostNameError.check(host)
    guard let reachability = unsafe SCNetworkReachabilityCreateWithName(nil, host) else {
      throw HostNameError(text: host)
    }
    target = Target(reachability: reachability)
  }

  /// An address; nil for another family than IPv4.
  init?(_ address: sockaddr_in) {
    var address = address
    let reachability = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe SCNetworkReachabilityCreateWithAddress(nil, $0)
      }
    }
    guard let reachability else { return nil }
    target = Target(reachability: reachability)
  }

  /// An IPv4 address by its four bytes.
  convenience init?(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    // In network order, as sin_addr is.
    address.sin_addr.s_addr = (UInt32(a) << 24 | UInt32(b) << 16 | UInt32(c) << 8 | UInt32(d)).bigEndian
    self.init(address)
  }

  /// nil where the network can't be read.
  var flags: SCNetworkReachabilityFlags? {
    var flags = SCNetworkReachabilityFlags()
    return unsafe SCNetworkReachabilityGetFlags(target.reachability, &flags) ? flags : nil
  }

  /// Whether it is watched now; false if it was already, or the network can't be followed.
  func start(_ place: Place, _ handler: @escaping @Sendable (SCNetworkReachabilityFlags) -> Void) -> Bool {
    scheduled.withLock { scheduled in
      guard case .no = scheduled else { return false }
      setCallback(Handler(handler))
      switch place {
      case .queue(let queue):
        guard SCNetworkReachabilitySetDispatchQueue(target.reachability, queue) else { break }
        scheduled = .queue
        return true
      case .currentRunLoop:
        guard let loop = CFRunLoopGetCurrent(),
          SCNetworkReachabilityScheduleWithRunLoop(target.reachability, loop, CFRunLoopMode.defaultMode.rawValue)
        else { break }
        scheduled = .runLoop(loop)
        return true
      }
      SCNetworkReachabilitySetCallback(target.reachability, nil, nil)
      return false
    }
  }

  /// From any thread; harmless if it is not watched.
  func stop() {
    let before = scheduled.withLock { scheduled in
      defer { scheduled = .no }
      return scheduled
    }
    switch before {
    case .no: return
    case .queue: SCNetworkReachabilitySetDispatchQueue(target.reachability, nil)
    case .runLoop(let loop):
      SCNetworkReachabilityUnscheduleFromRunLoop(target.reachability, loop, CFRunLoopMode.defaultMode.rawValue)
    }
    SCNetworkReachabilitySetCallback(target.reachability, nil, nil)
  }

  deinit { stop() }

  private func setCallback(_ handler: Handler) {
    var context = unsafe SCNetworkReachabilityContext(
      version: 0, info: Unmanaged.passUnretained(handler).toOpaque(),
      retain: { unsafe UnsafeRawPointer(Unmanaged<Handler>.fromOpaque($0).retain().toOpaque()) },
      release: { unsafe Unmanaged<Handler>.fromOpaque($0).release() }, copyDescription: nil)
    unsafe SCNetworkReachabilitySetCallback(
      target.reachability,
      { _, flags, info in
        if let info = unsafe info { unsafe Unmanaged<Handler>.fromOpaque(info).takeUnretainedValue().body(flags) }
      }, &context)
    withExtendedLifetime(handler) {}
  }
}
