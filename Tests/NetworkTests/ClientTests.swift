public import Network
import PathEngine
import Testing

/// Written as apps write them: a class with an observer list, marked with nothing but what they use.
private final class ConnectivityObserver: @unchecked Sendable {
  enum State: Equatable { case unknown, offline, online(NWInterface.InterfaceType?) }

  private let monitor: NWPathMonitor
  private let queue = DispatchQueue(label: "ConnectivityObserver", qos: .background)
  private(set) var state = State.unknown
  var onChange: ((State) -> Void)?

  init(monitor: NWPathMonitor = NWPathMonitor()) {
    self.monitor = monitor
    monitor.pathUpdateHandler = { [weak self] path in self?.update(path) }
    monitor.start(queue: queue)
  }

  private func update(_ path: NWPath) {
    let types: [NWInterface.InterfaceType] = [.wifi, .cellular, .wiredEthernet, .loopback, .other]
    let new: State = path.status == .satisfied ? .online(types.first(where: path.usesInterfaceType)) : .offline
    guard new != state else { return }
    state = new
    onChange?(new)
  }

  func flush() { queue.sync {} }
  deinit { monitor.cancel() }
}

/// As exhaustive switches in the wild have them.
private func describe(_ path: Network.NWPath) -> String {
  switch path.status {
  case .satisfied: "satisfied"
  case .unsatisfied:
    switch path.unsatisfiedReason {
    case .notAvailable: "not available"
    case .cellularDenied: "cellular denied"
    case .wifiDenied: "wifi denied"
    case .localNetworkDenied: "local network denied"
    case .vpnInactive: "vpn inactive"
    @unknown default: "unknown"
    }
  case .requiresConnection: "requires connection"
  @unknown default: "unknown"
  }
}

// What clients add themselves, and what must not be there already.
extension NWInterface.InterfaceType: CaseIterable {
  /// In an app's own order.
  public static var allCases: [NWInterface.InterfaceType] { [.other, .wifi, .cellular, .loopback, .wiredEthernet] }
}
extension NWInterface.InterfaceType: CustomDebugStringConvertible {
  /// The same for all.
  public var debugDescription: String { "type" }
}
extension NWPath: Hashable {
  /// By its text.
  public func hash(into hasher: inout Hasher) { hasher.combine(debugDescription) }
}

private protocol PathMonitoring: AnyObject {
  var pathUpdateHandler: (@Sendable (NWPath) -> Void)? { get set }
  var currentPath: NWPath { get }
  func start(queue: DispatchQueue)
  func cancel()
}
extension NWPathMonitor: PathMonitoring {}

@Suite("Clients of Network as they are found in the wild")
struct ClientTests {
  @Test("an observer of connectivity")
  func observer() throws {
    let script = try ScriptedNetwork([.wifi(), .cellular()])
    let observer = script.use { ConnectivityObserver() }
    script.network.lookAgain()
    observer.flush()
    #expect(observer.state == .online(.wifi))
    script.change { $0["wlan0"]?.isUp = false }
    observer.flush()
    #expect(observer.state == .online(.cellular))
    script.change { $0["wwan0"]?.isUp = false }
    observer.flush()
    #expect(observer.state == .offline)
  }

  @Test("a monitor behind a protocol, made by a function value")
  func injected() throws {
    let make: (NWInterface.InterfaceType) -> NWPathMonitor = NWPathMonitor.init(requiredInterfaceType:)
    let script = try ScriptedNetwork([.wired()])
    let monitor: any PathMonitoring = script.use { make(.wiredEthernet) }
    #expect(describe(monitor.currentPath) == "satisfied")
    let first = NWInterface.InterfaceType.allCases.first(where: monitor.currentPath.usesInterfaceType)
    #expect(first == .wiredEthernet)
  }

  @Test("BSD's lengths are there")
  func lengths() {
    var zero = sockaddr_in()
    zero.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    zero.sin_family = sa_family_t(AF_INET)
    #expect(zero.sin_len == 16)
    var zero6 = sockaddr_in6()
    zero6.sin6_len = 28
    #expect(zero6.sin6_len == 28)
    var generic = sockaddr()
    generic.sa_len = 16
    generic.sa_family = sa_family_t(AF_INET6)
    #expect(generic.sa_len == 28)
    var storage = sockaddr_storage()
    storage.ss_len = 16
    storage.ss_family = sa_family_t(AF_INET)
    #expect(storage.ss_len == 16)
  }
}
