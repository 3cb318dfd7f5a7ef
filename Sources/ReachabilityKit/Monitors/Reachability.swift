public import Foundation
internal import Synchronization
public import SystemConfiguration

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The name of ``Foundation/NSNotification/Name/reachabilityDidChange``.
public let ReachabilityDidChangeNotificationName = "ReachabilityDidChangeNotification"

extension Notification.Name {
  /// Posted by a ``Reachability`` when its status has changed; the object is the ``Reachability``.
  public static let reachabilityDidChange = Notification.Name(ReachabilityDidChangeNotificationName)
}

/// Whether a host, an address, the Internet or the local network can be reached, in the manner of Apple's sample code.
///
/// It says whether packets can leave for the target, not whether anybody answers. What goes away with the last reference
/// stops notifying.
public final class Reachability: Sendable {
  private struct State {
    var told: ReachabilityStatus?
    var generation = 0
    var isNotifying = false
  }

  private let target: WatchedTarget
  private let state = Mutex(State())
  private let center: NotificationCenterBox
  /// How the flags are read.
  public let dialect: FlagDialect

  private init(_ target: WatchedTarget, _ dialect: FlagDialect, _ center: NotificationCenter) {
    self.target = target
    self.dialect = dialect
    self.center = NotificationCenterBox(center: center)
  }

  /// A host by name; nil for what can't be one, such as a URL.
  public convenience init?(
    hostName: String, dialect: FlagDialect = .appleSample, center: NotificationCenter = .default
  ) {
    do {
      self.init(try WatchedTarget(host: hostName), dialect, center)
    } catch {
      return nil
    }
  }

  /// An address, in network order as always in a `sockaddr_in`; nil for another family than IPv4.
  public convenience init?(
    hostAddress: sockaddr_in, dialect: FlagDialect = .appleSample, center: NotificationCenter = .default
  ) {
    guard let target = WatchedTarget(hostAddress) else { return nil }
    self.init(target, dialect, center)
  }

  /// The Internet, that is any default route of either family.
  public static func networkReachabilityForInternetConnection(center: NotificationCenter = .default) -> Reachability? {
    WatchedTarget(0, 0, 0, 0).map { Reachability($0, .appleSample, center) }
  }

  /// The local network (169.254.0.0): a Wi-Fi or wired interface that is usable and has an IPv4 address.
  public static func networkReachabilityForLocalWiFi(center: NotificationCenter = .default) -> Reachability? {
    WatchedTarget(169, 254, 0, 0).map { Reachability($0, .appleSample, center) }
  }

  /// The flags; empty where the network can't be read.
  public var flags: SCNetworkReachabilityFlags { target.flags ?? [] }

  /// The status, live whether or not it notifies.
  public var currentReachabilityStatus: ReachabilityStatus { dialect.status(of: flags) }

  /// Whether the target can be reached.
  public var isReachable: Bool { currentReachabilityStatus != .notReachable }

  /// Notifies on the run loop of the calling thread, which has to run.
  ///
  /// - Parameter emitsInitial: Whether the status as it is is notified first, even if it does not change.
  /// - Returns: false if it notifies already, or the network can't be followed.
  @discardableResult
  public func startNotifier(emitsInitial: Bool = false) -> Bool { start(.currentRunLoop, emitsInitial) }

  /// Notifies on a queue.
  ///
  /// - Parameter emitsInitial: As in ``startNotifier(emitsInitial:)``.
  /// - Returns: As there.
  @discardableResult
  public func startNotifier(on queue: DispatchQueue, emitsInitial: Bool = false) -> Bool {
    start(.queue(queue), emitsInitial)
  }

  /// Stops notifying, from any thread. On the thread or queue that notifications come on, none comes after this has
  /// returned; from another, one may be on its way.
  public func stopNotifier() {
    state.withLock { state in
      state.generation += 1
      state.isNotifying = false
      state.told = nil
    }
    target.stop()
  }

  deinit { target.stop() }

  private func start(_ place: WatchedTarget.Place, _ emitsInitial: Bool) -> Bool {
    // Without an initial one, what comes with the first call is a change only if it is another than this.
    let before = emitsInitial ? nil : target.flags.map(dialect.status)
    let generation: Int? = state.withLock { state in
      guard !state.isNotifying else { return nil }
      state.isNotifying = true
      state.generation += 1
      state.told = before
      return state.generation
    }
    guard let generation else { return false }
    guard target.start(place, { [weak self] in self?.take($0, generation) }) else {
      state.withLock { if $0.generation == generation { $0.isNotifying = false } }
      return false
    }
    guard emitsInitial else { return true }
    let initial: @Sendable () -> Void = { [weak self] in self?.takeInitial(generation) }
    switch place {
    case .queue(let queue): queue.async(execute: initial)
    case .currentRunLoop: RunLoop.current.perform(initial)
    }
    return true
  }

  private func takeInitial(_ generation: Int) {
    guard let flags = target.flags else { return }
    take(flags, generation)
  }

  /// Equal statuses in a row are one.
  private func take(_ flags: SCNetworkReachabilityFlags, _ generation: Int) {
    let status = dialect.status(of: flags)
    let isNew = state.withLock { state in
      guard state.generation == generation, state.told != status else { return false }
      state.told = status
      return true
    }
    if isNew { center.center.post(name: .reachabilityDidChange, object: self) }
  }
}

/// Notification centers may be used from any thread, which their type does not say on Linux.
struct NotificationCenterBox: @unchecked Sendable { let center: NotificationCenter }
