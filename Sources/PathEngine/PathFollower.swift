internal import LinuxSystem
internal import Netlink
internal import Synchronization

/// What the thread of a ``PathMonitor`` does; it does not hold the monitor, so that the monitor can go and end it.
final class PathFollower: Sendable {
  private let source: any PathSource
  private let overrides: InterfaceOverrides
  private let onEvent: @Sendable (TimedEvent) -> Void
  private let onLook: @Sendable (NetworkSnapshot, [TimedEvent]) -> Void
  private let onUpdate: @Sendable (PathUpdate) -> Void
  private let onFailure: @Sendable (any Error) -> Void
  private let bell: Bell
  private let isCancelled = Atomic(false)
  private let requests = LookRequests()

  /// How long the kernel must be silent until a batch of events is complete: one operation gives 9 to 15 messages within
  /// 70 to 370 µs.
  static let quiet: Int64 = 1_000_000
  /// A batch is looked at after this long even if events go on, or after twice the time that the last look took if that is
  /// longer: a flood of events then costs at most a third of a processor in looks.
  static let longest: Int64 = 5_000_000
  /// How long to wait until reading is tried again after it failed.
  static let backOff: Int64 = 100_000_000

  init(
    source: any PathSource, overrides: InterfaceOverrides, onEvent: @escaping @Sendable (TimedEvent) -> Void = { _ in },
    onLook: @escaping @Sendable (NetworkSnapshot, [TimedEvent]) -> Void = { _, _ in },
    onFailure: @escaping @Sendable (any Error) -> Void, onUpdate: @escaping @Sendable (PathUpdate) -> Void
  ) throws {
    self.source = source
    self.overrides = overrides
    self.onEvent = onEvent
    self.onLook = onLook
    self.onUpdate = onUpdate
    self.onFailure = onFailure
    bell = try Bell()
  }

  func cancel() {
    isCancelled.store(true, ordering: .sequentiallyConsistent)
    bell.ring()
  }

  /// Has everything read again although no event says so, and waits until that was told, or the follower has ended.
  ///
  /// From a handler of the follower itself it returns at once; the reading follows.
  func lookAgain() { requests.make { bell.ring() } }

  private var mustEnd: Bool { isCancelled.load(ordering: .sequentiallyConsistent) }

  func run() {
    Wait.wakePrecisely()
    var path: NetworkPath?
    var evidence: [TimedEvent] = []
    var describer = EventDescriber(NetworkSnapshot())
    var lookTook: Int64 = 0
    // The first look waits for no event, and after a failure neither does the next.
    var mustLook = true
    requests.begin()
    defer { requests.end() }
    while !mustEnd {
      if !mustLook {
        _ = Wait.readable([source.descriptor, bell.descriptor], nanoseconds: -1)
        if mustEnd { return }
      }
      let asked = requests.pending
      if asked != nil {
        bell.silence()
        mustLook = true
        if mustEnd { return }
      }
      do {
        if path != nil || !mustLook {
          try takeBatch(into: &evidence, &describer, longest: max(Self.longest, 2 * lookTook))
        }
        guard mustLook || !evidence.isEmpty else { continue }
        mustLook = true
        let began = MonotonicClock.now()
        let snapshot = try source.snapshot()
        let new = NetworkPath(snapshot, overrides: overrides)
        let decided = MonotonicClock.now()
        lookTook = decided - began
        if path == nil || evidence.contains(where: { $0.event == .overrun }) {
          describer.learn(snapshot)
        } else {
          describer.forgetRoutes(missingFrom: snapshot)
        }
        mustLook = false
        if !mustEnd { onLook(snapshot, evidence) }
        if new != path { deliver(from: path, to: new, path == nil ? [] : evidence, decided: decided) }
        path = new
        evidence = []
      } catch {
        mustLook = true
        if !mustEnd { onFailure(error) }
        _ = Wait.readable([bell.descriptor], nanoseconds: Self.backOff)
      }
      // A reading that failed is an answer too; the next try does not wait for a request.
      if let asked { requests.serve(asked) }
    }
  }

  /// Takes events until the kernel is quiet.
  private func takeBatch(
    into evidence: inout [TimedEvent], _ describer: inout EventDescriber, longest: Int64
  ) throws {
    let began = MonotonicClock.now()
    while !mustEnd {
      // Right after poll woke: the nearest to the kernel's own time that there is.
      let seen = MonotonicClock.now()
      for event in try source.events() where !mustEnd {
        let timed = describer.describe(event, at: seen)
        evidence.append(timed)
        onEvent(timed)
      }
      let rest = min(Self.quiet, began + longest - MonotonicClock.now())
      guard rest > 0, Wait.readable([source.descriptor], nanoseconds: rest)[0] else { return }
    }
  }

  private func deliver(from old: NetworkPath?, to new: NetworkPath, _ events: [TimedEvent], decided: Int64) {
    guard !mustEnd else { return }
    onUpdate(
      PathUpdate(
        old: old, new: new, events: events, firstEvidence: events.first?.time ?? decided, decided: decided,
        delivered: MonotonicClock.now()))
  }
}
