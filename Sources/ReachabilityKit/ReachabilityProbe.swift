public import LinuxSystem
internal import Synchronization

/// Asks a target over the network again and again, and decides from the answers whether it can be reached.
///
/// Echoes go out as ICMP through an unprivileged echo socket, and as UDP to port 7 where `net.ipv4.ping_group_range` forbids that;
/// the results say which. Beside them go `GET /generate_204` to the first target and a DNS query to the name server. Probes
/// overlap: the next one does not wait for the answer to the last. What decides is ``ProbeRule``.
///
/// Callbacks run on the probe's own thread, in order, and should be brief.
public final class ReachabilityProbe: Sendable {
  private final class Control: Sendable {
    let isStarted = Atomic(false)
    let isStopped = Atomic(false)
    let poller: Poller
    init() throws { poller = try Poller() }

    func stop() {
      isStopped.store(true, ordering: .releasing)
      poller.wake()
    }
  }

  private let control: Control
  private let thread: OwnThread

  /// Makes a probe that sends nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - namespace: The network namespace to probe from.
  ///   - configuration: Whom to ask and how often.
  ///   - onSent: Sequence, kind, target, and the time just before the probe was sent (nanoseconds of CLOCK_MONOTONIC).
  ///   - onResult: Every result; with several targets also those that decide nothing.
  ///   - onDecision: A change of status, and the time at which this callback was called. The first one comes from nil.
  /// - Throws: `SystemError`, also for a target that is no IP address.
  public init(
    in namespace: NetworkNamespace, configuration: ProbeConfiguration,
    onSent: @escaping @Sendable (_ sequence: Int, _ kind: ProbeKind, _ target: String, _ sent: Int64) -> Void = {
      _, _, _, _ in
    },
    onResult: @escaping @Sendable (ProbeResult) -> Void = { _ in },
    onDecision: @escaping @Sendable (_ decision: ProbeDecision, _ delivered: Int64) -> Void
  ) throws {
    let control = try Control()
    let observer = ProbeObserver(onSent: onSent, onResult: onResult, onDecision: onDecision)
    self.control = control
    thread = try OwnThread.start(name: "lc-probe", in: namespace) {
      let isStopped = { control.isStopped.load(ordering: .acquiring) }
      let loop = try ProbeLoop(configuration, observer, poller: control.poller, isStopped: isStopped)
      return {
        do throws(SystemError) {
          while !isStopped(), !control.isStarted.load(ordering: .acquiring) { _ = try control.poller.wait(until: nil) }
          try loop.run()
        } catch {
          // Only epoll itself can fail here, for want of memory: the probe falls silent.
        }
      }
    }
  }

  /// Begins to probe; the first probes go out at once. A second call, or one after ``cancel()``, does nothing.
  public func start() {
    control.isStarted.store(true, ordering: .releasing)
    control.poller.wake()
  }

  /// Ends the probe for good. Once it has returned no callback runs any more, unless it was called from one.
  public func cancel() {
    control.stop()
    thread.join()
  }

  deinit { control.stop() }
}
