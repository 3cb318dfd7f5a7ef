import LinuxSystem
import Netlink
import PathEngine
import Synchronization

/// From the kernel's carrier event to the client's handler.
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

    let inbox = try Inbox()
    let overrides = InterfaceOverrides(hasNameServer: true)
    let source = try LivePathSource(namespace: client, overrides: overrides)
    let monitor = try PathMonitor(source: source, overrides: overrides) { inbox.add($0) }
    try monitor.start()
    defer { monitor.cancel() }
    _ = inbox.take(.satisfied)

    var evidence: [Double] = []
    var fromReturn: [Double] = []
    var fromBeginning: [Double] = []
    var fromEvidence: [Double] = []
    var missed = 0
    for round in 0..<rounds * 2 {
      let isUp = round % 2 == 1
      // As a flap comes to a machine that is otherwise at rest, a large table's pause included.
      Wait.sleep(nanoseconds: count > 0 ? 100_000_000 : 10_000_000)
      let began = MonotonicClock.now()
      try far.performBlocking { try RouteSocket().setLink(end, up: isUp) }
      let returned = MonotonicClock.now()
      guard let update = inbox.take(isUp ? .satisfied : .unsatisfied) else {
        missed += 1
        continue
      }
      evidence.append(Double(update.firstEvidence - returned) / 1e6)
      fromReturn.append(Double(update.delivered - returned) / 1e6)
      fromBeginning.append(Double(update.delivered - began) / 1e6)
      fromEvidence.append(Double(update.delivered - update.firstEvidence) / 1e6)
    }
    withExtendedLifetime(near) {}
    var result = ["rounds": Double(rounds * 2), "missed": Double(missed), "routes": Double(count)]
    for (name, samples) in [
      ("seen after the request's return", evidence), ("told after the request's return", fromReturn),
      ("told after the request's beginning", fromBeginning), ("told after it was seen", fromEvidence),
    ] {
      let sorted = samples.sorted()
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
