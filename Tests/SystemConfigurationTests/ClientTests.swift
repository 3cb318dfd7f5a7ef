import Network
import PathEngine
import Synchronization
public import SystemConfiguration
import Testing

// Each client adds such a description; both modules are imported, which must make nothing ambiguous.
extension SCNetworkReachabilityFlags: CustomStringConvertible {
  /// One letter.
  public var description: String { contains(.reachable) ? "R" : "-" }
}

extension SCNetworkReachability {
  class var isInternetReachable: Bool {
    var zero = sockaddr_in()
    zero.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    zero.sin_family = sa_family_t(AF_INET)
    guard
      let target = withUnsafePointer(
        to: &zero,
        { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { SCNetworkReachabilityCreateWithAddress(nil, $0) } })
    else { return false }
    var flags: SCNetworkReachabilityFlags = []
    guard SCNetworkReachabilityGetFlags(target, &flags) else { return false }
    let isReachable = (flags.rawValue & UInt32(kSCNetworkFlagsReachable)) != 0
    let needsConnection = (flags.rawValue & UInt32(kSCNetworkFlagsConnectionRequired)) != 0
    return isReachable && !needsConnection
  }
}

@Suite("Clients of SystemConfiguration as they are found in the wild")
struct ClientTests {
  final class Log: Sendable {
    private let log = Mutex<[ManagerClient.Status]>([])
    var all: [ManagerClient.Status] { log.withLock { $0 } }
    func add(_ status: ManagerClient.Status) { log.withLock { $0.append(status) } }
  }

  let queue = DispatchQueue(label: "test")

  @Test("a manager: initial status, changes, stop, start again, and none after it is gone")
  func manager() throws {
    let script = try ScriptedReachabilityTests.script([.wifi(), .cellular()])
    let log = Log()
    weak var gone: ManagerClient?
    do {
      let manager = try #require(script.use { ManagerClient() })
      gone = manager
      #expect(manager.status == .reachable(.ethernetOrWiFi))
      #expect(manager.startListening(onQueue: queue) { log.add($0) })
      func flush() {
        manager.flush()
        queue.sync {}
      }
      flush()
      script.change { $0["wlan0"]?.isUp = false }
      flush()
      script.change { $0["wwan0"]?.isUp = false }
      flush()
      #expect(log.all == [.reachable(.ethernetOrWiFi), .reachable(.cellular), .notReachable])
      manager.stopListening()
      script.change { $0["wlan0"]?.isUp = true }
      flush()
      #expect(log.all.count == 3)
      manager.startListening(onQueue: queue) { log.add($0) }
      flush()
      #expect(log.all.last == .reachable(.ethernetOrWiFi) && log.all.count == 4)
    }
    #expect(gone == nil)
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    #expect(log.all.count == 4)
  }

  @Test("a manager by host hears of a name that does not resolve")
  func host() throws {
    let script = try ScriptedReachabilityTests.script()
    let log = Log()
    let manager = try #require(script.use { ManagerClient(host: "nowhere.test") })
    manager.startListening(onQueue: queue) { log.add($0) }
    manager.flush()
    manager.flush()
    queue.sync {}
    // The look-up may be over when the initial status is read; where it is not, reachable comes first.
    #expect(log.all.last == .notReachable)
    #expect(ManagerClient(host: "") == nil)
  }

  @Test("a manager of an address whose network was down at the start hears of it")
  func startsOffline() throws {
    let script = try ScriptedReachabilityTests.script([])
    let log = Log()
    let manager = try #require(script.use { ManagerClient() })
    manager.startListening(onQueue: queue) { log.add($0) }
    manager.flush()
    queue.sync {}
    #expect(log.all == [.notReachable])
    script.change { $0["wlan0"] = .wifi() }
    manager.flush()
    queue.sync {}
    #expect(log.all == [.notReachable, .reachable(.ethernetOrWiFi)])
  }

  @Test("a notifier posts at the start and at each change of flags, and no more when stopped")
  func notifier() throws {
    let script = try ScriptedReachabilityTests.script()
    let center = NotificationCenter()
    let count = Atomic(0)
    let token = center.addObserver(forName: NotifierClient.changed, object: nil, queue: nil) { _ in
      count.add(1, ordering: .sequentiallyConsistent)
    }
    defer { center.removeObserver(token) }
    var counts: [Int] = []
    func look() { counts.append(count.load(ordering: .sequentiallyConsistent)) }
    let notifier = try #require(script.use { NotifierClient(center: center) })
    try notifier.start()
    try notifier.start()
    look()
    script.change { $0["wlan0"]?.isUp = false }
    notifier.flush()
    look()
    #expect(notifier.flags == [])
    notifier.stop()
    script.change { $0["wlan0"]?.isUp = true }
    notifier.flush()
    look()
    try notifier.start()
    look()
    #expect(counts == [1, 2, 2, 3])
  }

  @Test("a class method in an extension, and both modules in one file")
  func extended() throws {
    let script = try ScriptedReachabilityTests.script()
    #expect(script.use { SCNetworkReachability.isInternetReachable })
    #expect(script.use { NWPathMonitor().currentPath.status } == .satisfied)
    script.change { $0["wlan0"]?.isUp = false }
    #expect(!script.use { SCNetworkReachability.isInternetReachable })
    #expect("\(SCNetworkReachabilityFlags.reachable)" == "R")
  }

  @Test("a local function as callback")
  func localFunction() throws {
    let script = try ScriptedReachabilityTests.script()
    let log = CallLog()
    func callback(
      _ target: SCNetworkReachability, _ flags: SCNetworkReachabilityFlags, _ info: UnsafeMutableRawPointer?
    ) {
      log.add(target, flags)
    }
    let name = try #require(script.use { SCNetworkReachabilityCreateWithName(nil, "origin.test") })
    SCNetworkReachabilitySetCallback(name, callback, nil)
    SCNetworkReachabilitySetDispatchQueue(name, queue)
    queue.sync {}
    #expect(log.given == [.reachable])
    SCNetworkReachabilitySetDispatchQueue(name, nil)
  }
}
