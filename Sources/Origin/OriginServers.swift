public import LinuxSystem
internal import Synchronization

/// The other end of a lab: HTTP (TCP 80), DNS (UDP and TCP 53), echo (UDP and TCP 7) and a measuring service (UDP 9007),
/// all on one thread.
///
/// HTTP has `/` (a line of text), `/generate_204` and `/bytes/N`, for GET and HEAD, with keep-alive. DNS answers A and AAAA of the
/// names it is given and of `localhost`, with a time to live of 0, and NXDOMAIN for any other name, unless there are servers to ask for these:
/// then queries over UDP are forwarded.
public final class OriginServers: Sendable {
  private final class Control: Sendable {
    let isStopped = Atomic(false)
    let poller: Poller
    init() throws { poller = try Poller() }
  }

  private let control: Control
  private let failure: FailureSwitch
  private let thread: OwnThread

  private init(_ sockets: OriginSockets, _ names: OriginNames, _ others: [DatagramSocket]?) throws {
    let control = try Control()
    self.control = control
    failure = names.failure
    thread = try OwnThread(name: "lc-origin") {
      do {
        let loop = try OriginLoop(
          sockets, names: names, forwarder: others.map(NameForwarder.init), poller: control.poller)
        try loop.run { control.isStopped.load(ordering: .acquiring) }
      } catch {
        // Only epoll itself can fail here, for want of memory: the sockets close, and clients are refused.
      }
    }
  }

  /// Starts all servers on every one of `addresses`.
  ///
  /// - Parameters:
  ///   - namespace: Where the sockets are.
  ///   - addresses: IPv4 and IPv6 addresses of interfaces there that are up; an IPv6 one no longer tentative.
  ///   - names: The addresses of each name that DNS knows, such as `["origin.test": ["203.0.113.1", "2001:db8::1"]]`.
  ///   - others: Name servers to ask for all other names, best first, by sockets of the calling thread's namespace; nil
  ///     knows no other names.
  /// - Throws: `SystemError`, such as `EADDRNOTAVAIL` for an address that no interface has.
  public static func start(
    in namespace: NetworkNamespace, addresses: [String], names: [String: [String]], others: [SocketAddress]? = nil
  ) async throws -> OriginServers {
    let known = try OriginNames(names)
    let others = try others.map { try NameForwarder.connect(to: $0) }
    let sockets = try await namespace.perform { try OriginSockets(addresses: addresses) }
    return try OriginServers(sockets, known, others)
  }

  /// Lets the name server fail from the next query on, or answer again; HTTP and the others go on.
  ///
  /// - Parameter failure: How it fails; nil if it answers.
  public func fail(_ failure: NameServerFailure?) { self.failure.set(failure) }

  /// Ends all servers and closes their connections. Further calls do nothing.
  public func stop() {
    control.isStopped.store(true, ordering: .releasing)
    control.poller.wake()
    thread.join()
  }

  deinit {
    control.isStopped.store(true, ordering: .releasing)
    control.poller.wake()
  }
}
