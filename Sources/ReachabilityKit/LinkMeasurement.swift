public import LinuxSystem
public import Origin
internal import Synchronization

/// Measures loss and rate of the link between a client and a lab's origin, each direction by itself.
public struct LinkMeasurement: Sendable {
  private let namespace: NetworkNamespace
  private let origin: SocketAddress

  /// A measurement from `namespace` against the measuring service at `ip`.
  ///
  /// - Throws: `SystemError` if `ip` is no IP address.
  public init(in namespace: NetworkNamespace, origin ip: String, port: UInt16 = MeasurementDatagram.port) throws {
    self.namespace = namespace
    origin = try SocketAddress(ip: ip, port: port)
  }

  /// Sends numbered datagrams of 32 bytes (74 of frame over IPv4, 94 over IPv6) at a steady rate and counts what arrives there
  /// and what comes back.
  ///
  /// - Parameters:
  ///   - packetsPerSecond: At most 1000. Keep it to a twentieth of the link's rate, or the train itself delays what it measures.
  ///   - duration: From the first to the last.
  ///   - grace: How long afterwards what is still under way is waited for; less, once the origin has given its count.
  /// - Throws: `SystemError`, or `CancellationError` when the task is cancelled.
  public func loss(
    packetsPerSecond: Double, for duration: Duration, grace: Duration = .seconds(3)
  ) async throws -> LossMeasurement {
    try await run { client in
      try client.loss(
        packetsPerSecond: min(1000, max(0.1, packetsPerSecond)), duration: duration.nanoseconds,
        grace: grace.nanoseconds)
    }
  }

  /// Sends trains of frames one way and takes the rate from their spacing at the receiver.
  ///
  /// - Parameter timeout: For each train, with what has to be asked and told around it.
  /// - Returns: also where no rate could be told; it then says why.
  /// - Throws: `SystemError`, or `CancellationError` when the task is cancelled.
  public func rate(
    _ direction: MeasuredDirection, train: RateTrain, timeout: Duration = .seconds(5)
  ) async throws -> RateMeasurement {
    try await run { client in
      try client.rate(direction, train, timeout: timeout.nanoseconds)
    }
  }

  private final class Control: Sendable {
    let isCancelled = Atomic(false)
    let poller: Poller
    init() throws { poller = try Poller() }
  }

  /// Runs `body` on a thread of its own in the namespace.
  private func run<Value: Sendable>(_ body: @escaping @Sendable (MeasurementClient) throws -> Value) async throws
    -> Value
  {
    let control = try Control()
    let origin = origin
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do {
          _ = try OwnThread.start(name: "lc-measure", in: namespace) {
            let client = try MeasurementClient(origin, poller: control.poller) {
              control.isCancelled.load(ordering: .acquiring)
            }
            return { continuation.resume(with: Result { try body(client) }) }
          }
        } catch {
          // `start` throws only if the task was not begun, so this is the only resumption.
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      control.isCancelled.store(true, ordering: .releasing)
      control.poller.wake()
    }
  }
}
