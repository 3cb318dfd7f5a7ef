import Dispatch
import LinuxSystem
import Netlink
import PathEngine
import Synchronization

/// From the kernel's carrier event to the client's handler: to a monitor's own, which its thread calls, and to one on a
/// queue, as all monitors of the app-facing modules have it.
enum DetectionCase {
  private final class Inbox: Sendable {
    private let update = Mutex<PathUpdate?>(nil)
    let bell: Bell
    init() throws { bell = try Bell() }

    func add(_ new: PathUpdate) {
      update.withLock { $0 = new }
      bell.ring()
    }

    /// The next update to a status; waits a second for it.
    func take(_ status: PathStatus) -> PathUpdate? {
      let end = MonotonicClock.now() + 1_000_000_000
      while MonotonicClock.now() < end {
        _ = Wait.readable([bell.descriptor], nanoseconds: 10_000_000)
        bell.silence()
        let taken = update.withLock { update in
          guard update?.new.status == status else { return PathUpdate?.none }
          defer { update = nil }
          return update
        }
        if let taken { return taken }
      }
      return nil
    }
  }

  /// When a handler on a queue was called with which status.
  private final class Calls: Sendable {
    private let last = Mutex<(status: PathStatus, time: Int64)?>(nil)

    func add(_ status: PathStatus) {
      let now = MonotonicClock.now()
      last.withLock { $0 = (status, now) }
    }

    /// The time of the call with a status, once; waits a second for it.
    func take(_ status: PathStatus) -> Int64? {
      let end = MonotonicClock.now() + 1_000_000_000
      while MonotonicClock.now() < end {
        let time: Int64? = last.withLock { last in
          guard let call = last, call.status == status else { return nil }
          last = nil
          return call.time
        }
        if let time { return time }
        Wait.sleep(nanoseconds: 1_000_000)
      }
      return nil
    }
  }

  private static let rounds = 500

  /// With the routes of an ordinary machine.
  @Sendable static func small() async throws -> [String: Double] { try await flaps(routes: 0) }

  /// With 5000 routes beside the default route.
  @Sendable static func largeTable() async throws -> [String: Double] { try await flaps(routes: 5000) }

  /// The far end of a cable goes down and up. The kernel announces the change between the beginning and the return of the
  /// request for it, so the time from the return is a lower bound and that from the beginning an upper bound.
  private static func flaps(routes count: Int) async throws -> [String: Double] {
    let client = try NetworkNamespace.create(name: "de-client")
    let far = try NetworkNamespace.create(name: "de-far")
    let (near, end) = try await connect(client, far, routes: count)

    let overrides = InterfaceOverrides(hasNameServer: true)
    // As a flap comes to a machine that is otherwise at rest, a large table's pause included.
    let rest: Int64 = count > 0 ? 100_000_000 : 10_000_000
    func flap(_ round: Int) throws -> (status: PathStatus, began: Int64, returned: Int64) {
      let isUp = round % 2 == 1
      Wait.sleep(nanoseconds: rest)
      let began = MonotonicClock.now()
      try far.performBlocking { try RouteSocket().setLink(end, up: isUp) }
      return (isUp ? .satisfied : .unsatisfied, began, MonotonicClock.now())
    }
    var samples: [String: [Double]] = [:]
    var missed = 0
    func note(_ name: String, _ nanoseconds: Int64) { samples[name, default: []].append(Double(nanoseconds) / 1e6) }

    let inbox = try Inbox()
    let source = try LivePathSource(namespace: client, overrides: overrides)
    let monitor = try PathMonitor(source: source, overrides: overrides) { inbox.add($0) }
    try monitor.start()
    _ = inbox.take(.satisfied)
    for round in 0..<rounds * 2 {
      let (status, began, returned) = try flap(round)
      guard let update = inbox.take(status) else {
        missed += 1
        continue
      }
      note("seen after the request's return", update.firstEvidence - returned)
      note("told after the request's return", update.delivered - returned)
      note("told after the request's beginning", update.delivered - began)
      note("told after it was seen", update.delivered - update.firstEvidence)
    }
    monitor.cancel()

    let calls = Calls()
    let queued = SettledPathMonitor(
      network: MonitoredNetwork(namespace: client, overrides: overrides), settle: .immediately)
    try queued.start(queue: DispatchQueue(label: "client")) { calls.add($0.status) }
    _ = calls.take(.satisfied)
    for round in 0..<rounds {
      let (status, began, returned) = try flap(round)
      guard let called = calls.take(status) else {
        missed += 1
        continue
      }
      note("told on a queue after the request's return", called - returned)
      note("told on a queue after the request's beginning", called - began)
    }
    queued.stop()

    withExtendedLifetime(near) {}
    var result = ["rounds": Double(rounds * 3), "missed": Double(missed), "routes": Double(count)]
    for (name, values) in samples {
      let sorted = values.sorted()
      guard let worst = sorted.last else { continue }
      result["\(name), median.ms"] = sorted[sorted.count / 2]
      result["\(name), p99.ms"] = sorted[(sorted.count * 99 + 99) / 100 - 1]
      result["\(name), worst.ms"] = worst
    }
    return result
  }

  /// A cable with both families and default routes; the numbers of its ends.
  private static func connect(
    _ client: NetworkNamespace, _ far: NetworkNamespace, routes count: Int
  ) async throws -> (near: Int32, end: Int32) {
    let clientRoute = try await client.perform { try RouteSocket() }
    let farRoute = try await far.perform { try RouteSocket() }
    // Of a pair whose ends have the same number the kernel announces a lost carrier up to 1 s later.
    try clientRoute.addVethPair(
      VethEnd(name: "eth0", index: 10), VethEnd(name: "end", namespace: far.descriptor, index: 20))
    for (route, index) in [(clientRoute, Int32(10)), (farRoute, 20)] {
      try route.setAddressGeneration(index, enabled: false)
      try route.setLink(index, up: true)
    }
    guard let address = IPPrefix("192.0.2.2/24"), let gateway = IPAddress("192.0.2.1") else { return (10, 20) }
    try clientRoute.addAddress(address, to: 10)
    try clientRoute.addRoute(destination: nil, gateway: gateway, interface: 10, metric: 100)
    for number in 0..<count {
      guard let prefix = IPPrefix("10.\(number / 256).\(number % 256).0/24") else { continue }
      try clientRoute.addRoute(destination: prefix, gateway: gateway, interface: 10, metric: 0)
    }
    return (10, 20)
  }
}
