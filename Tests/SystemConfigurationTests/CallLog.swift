import Synchronization
import SystemConfiguration

/// Takes the flags that callbacks are given, with those that GetFlags says at that moment.
final class CallLog: Sendable {
  private let log = Mutex<[(given: UInt32, got: UInt32)]>([])
  let retains = Atomic(0)
  let releases = Atomic(0)

  var given: [SCNetworkReachabilityFlags] {
    log.withLock { $0.map { SCNetworkReachabilityFlags(rawValue: $0.given) } }
  }
  var isConsistent: Bool { log.withLock { $0.allSatisfy { $0.given == $0.got } } }

  func add(_ target: SCNetworkReachability, _ flags: SCNetworkReachabilityFlags) {
    var got = SCNetworkReachabilityFlags()
    SCNetworkReachabilityGetFlags(target, &got)
    log.withLock { $0.append((flags.rawValue, got.rawValue)) }
  }

  /// Sets a callback whose context keeps this log with counted retains and releases.
  @discardableResult
  func listen(to target: SCNetworkReachability) -> Bool {
    var context = SCNetworkReachabilityContext(
      version: 0, info: Unmanaged.passUnretained(self).toOpaque(),
      retain: { info in
        let log = Unmanaged<CallLog>.fromOpaque(info)
        log.takeUnretainedValue().retains.add(1, ordering: .sequentiallyConsistent)
        return UnsafeRawPointer(log.retain().toOpaque())
      },
      release: { info in
        let log = Unmanaged<CallLog>.fromOpaque(info)
        log.takeUnretainedValue().releases.add(1, ordering: .sequentiallyConsistent)
        log.release()
      }, copyDescription: nil)
    return SCNetworkReachabilitySetCallback(
      target,
      { target, flags, info in
        guard let info else { return }
        Unmanaged<CallLog>.fromOpaque(info).takeUnretainedValue().add(target, flags)
      }, &context)
  }

  var counts: [Int] {
    [retains.load(ordering: .sequentiallyConsistent), releases.load(ordering: .sequentiallyConsistent)]
  }
}

/// A target for an address.
func target(_ address: String) -> SCNetworkReachability? {
  var ip = sockaddr_in()
  ip.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
  ip.sin_family = sa_family_t(AF_INET)
  inet_pton(AF_INET, address, &ip.sin_addr)
  return withUnsafePointer(to: &ip) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { SCNetworkReachabilityCreateWithAddress(nil, $0) }
  }
}

/// What GetFlags says; nil if it fails.
func flags(_ target: SCNetworkReachability) -> SCNetworkReachabilityFlags? {
  var flags = SCNetworkReachabilityFlags()
  return SCNetworkReachabilityGetFlags(target, &flags) ? flags : nil
}
