public import LinuxSystem

/// Asks a target over the network again and again, and decides from the answers whether it can be reached.
///
/// Echoes go out as ICMP through an unprivileged echo socket, and as UDP to port 7 where `net.ipv4.ping_group_range` forbids that;
/// the results say which. Beside them go, as the ``ProbeConfiguration`` has it, an HTTP request and a TCP connection to the
/// first target and a DNS query to the name server. Probes overlap: the next one does not wait for the answer to the last.
/// Whose results count says ``TargetRule``, and what they mean ``ProbeRule``.
///
/// It needs no privilege but for a namespace other than the caller's own. What it cannot have is said when it is made.
///
/// Callbacks run on the probe's own thread, in order, and should be brief.
public final class ReachabilityProbe: Sendable {
  private let control: ProbeControl
  private let thread: OwnThread

  /// Makes a probe that sends nothing before ``start()``.
  ///
  /// - Parameters:
  ///   - namespace: The network namespace to probe from; nil is that of the calling thread.
  ///   - configuration: Whom to ask and how often.
  ///   - onSent: Sequence, kind, target, and the time just before the probe was sent (nanoseconds of CLOCK_MONOTONIC).
  ///   - onResult: Every result; with several targets also those that decide nothing.
  ///   - onDecision: A change of status, and the time at which this callback was called. The first one comes from nil.
  /// - Throws: `SystemError`, also for a target that is no IP address, for an interface that is not there, and for ICMP echoes
  ///   where there must be no others and the kernel allows the caller none.
  public init(
    in namespace: NetworkNamespace?, configuration: ProbeConfiguration,
    onSent: @escaping @Sendable (_ sequence: Int, _ kind: ProbeKind, _ target: String, _ sent: Int64) -> Void = {
      _, _, _, _ in
    },
    onResult: @escaping @Sendable (ProbeResult) -> Void = { _ in },
    onDecision: @escaping @Sendable (_ decision: ProbeDecision, _ delivered: Int64) -> Void
  ) throws {
    let control = try ProbeControl()
    let observer = ProbeObserver(onSent: onSent, onResult: onResult, onDecision: onDecision)
    self.control = control
    thread = try OwnThread.start(name: "lc-probe", in: namespace) {
      let loop = try ProbeLoop(configuration, observer, control)
      return {
        do throws(SystemError) {
          while !control.isStopped, !control.isStarted { _ = try control.poller.wait(until: nil) }
          try loop.run()
        } catch {
          // Only epoll itself can fail here, for want of memory: the probe falls silent.
        }
      }
    }
  }

  /// Begins to probe; the first probes go out at once. A second call, or one after ``cancel()``, does nothing.
  public func start() { control.start(at: 0) }

  /// Begins to probe at a time of CLOCK_MONOTONIC, in nanoseconds; at once if that is over. What follows keeps to the
  /// intervals from then.
  public func start(at time: Int64) { control.start(at: time) }

  /// Sends all probes now, and goes on from there in their intervals. For when the network has changed.
  ///
  /// - Parameter isForgetting: Whether nothing is known any more: the next decision comes from nil, and what was sent before
  ///   this call counts no more, whenever its result comes.
  public func probeAgain(forgetting isForgetting: Bool = false) {
    control.probeAgain(forgettingBefore: isForgetting ? MonotonicClock.now() : nil)
  }

  /// Ends the probe for good. Once it has returned no callback runs any more, unless it was called from one.
  public func cancel() {
    control.stop()
    thread.join()
  }

  deinit { control.stop() }
}
