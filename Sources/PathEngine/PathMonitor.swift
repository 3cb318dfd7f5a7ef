internal import LinuxSystem
internal import Synchronization

/// Follows the path of a namespace: one update at the start, and one whenever the path is a different one.
///
/// A kernel event only means "look again": events are taken in one batch, everything is read anew, and an equal path is
/// not delivered. Events that were lost lead to reading again, not to deafness.
public final class PathMonitor: Sendable {
  private let source: any PathSource
  private let overrides: InterfaceOverrides
  private let onEvent: @Sendable (TimedEvent) -> Void
  private let onUpdate: @Sendable (PathUpdate) -> Void
  private let onFailure: @Sendable (any Error) -> Void
  private let bell: Bell
  private let thread = Mutex<OwnThread?>(nil)
  private let isCancelled = Atomic(false)

  /// How long the kernel must be silent until a batch of events is complete: one operation gives 9 to 15 messages within
  /// 70 to 370 µs.
  static let quiet: Int64 = 1_000_000
  /// A batch is looked at after this long even if events go on.
  static let longest: Int64 = 5_000_000

  /// A monitor that has not started.
  ///
  /// - Parameters:
  ///   - onEvent: Called for each kernel event, on the monitor's thread.
  ///   - onUpdate: Called for each new path, on the monitor's thread.
  ///   - onFailure: Called if the kernel can't be read; the monitor goes on with the next event.
  /// - Throws: `SystemError`.
  public init(
    source: any PathSource, overrides: InterfaceOverrides, onEvent: @escaping @Sendable (TimedEvent) -> Void = { _ in },
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }, onUpdate: @escaping @Sendable (PathUpdate) -> Void
  ) throws {
    self.source = source
    self.overrides = overrides
    self.onEvent = onEvent
    self.onUpdate = onUpdate
    self.onFailure = onFailure
    bell = try Bell()
  }

  /// Starts following.
  ///
  /// - Throws: `SystemError`.
  public func start() throws {
    let running = try OwnThread(name: "lc-path") { [self] in run() }
    thread.withLock { $0 = running }
  }

  /// Ends the monitor; no handler runs after this returns, unless it is called from one.
  public func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    bell.ring()
    thread.withLock { $0 }?.join()
  }

  private func run() {
    Wait.wakePrecisely()
    var describer = EventDescriber(NetworkSnapshot())
    var path: NetworkPath?
    do {
      let snapshot = try source.snapshot()
      describer = EventDescriber(snapshot)
      deliver(from: nil, to: NetworkPath(snapshot, overrides: overrides), [], decided: MonotonicClock.now())
      path = NetworkPath(snapshot, overrides: overrides)
    } catch {
      onFailure(error)
    }
    while !isCancelled.load(ordering: .sequentiallyConsistent) {
      _ = Wait.readable([source.descriptor, bell.descriptor], nanoseconds: -1)
      if isCancelled.load(ordering: .sequentiallyConsistent) { return }
      do {
        let events = try takeBatch(&describer)
        guard !events.isEmpty else { continue }
        let new = NetworkPath(try source.snapshot(), overrides: overrides)
        guard new != path else { continue }
        deliver(from: path, to: new, events, decided: MonotonicClock.now())
        path = new
      } catch {
        onFailure(error)
      }
    }
  }

  private func takeBatch(_ describer: inout EventDescriber) throws -> [TimedEvent] {
    let began = MonotonicClock.now()
    var batch: [TimedEvent] = []
    while true {
      let seen = MonotonicClock.now()
      for event in try source.events() {
        let timed = describer.describe(event, at: seen)
        onEvent(timed)
        batch.append(timed)
      }
      let rest = min(Self.quiet, began + Self.longest - MonotonicClock.now())
      guard rest > 0, Wait.readable([source.descriptor], nanoseconds: rest)[0] else { return batch }
    }
  }

  private func deliver(from old: NetworkPath?, to new: NetworkPath, _ events: [TimedEvent], decided: Int64) {
    let delivered = MonotonicClock.now()
    onUpdate(
      PathUpdate(
        old: old, new: new, events: events, firstEvidence: events.first?.time ?? decided, decided: decided,
        delivered: delivered))
  }
}
