internal import LinuxSystem
internal import Netlink
internal import Synchronization

/// What the thread of a ``PathMonitor`` does; it does not hold the monitor, so that the monitor can go and end it.
final class PathFollower: Sendable {
  private let source: any PathSource
  private let overrides: InterfaceOverrides
  private let constraint: InterfaceConstraint
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
  /// A batch is looked at after this long even if events go on.
  static let longest: Int64 = 5_000_000
  /// Looks may take one part of so many of the time: those at a table of many routes take milliseconds each.
  static let share: Int64 = 5
  /// So much time counts as saved when nothing happened for long: a few looks in a row are not held up by it.
  static let saved: Int64 = 50_000_000
  /// How long a path that is lost to a carrier may go unsaid while another default route is there: the kernel is about to
  /// hand over, and takes some milliseconds where it is busy.
  static let handover: Int64 = 20_000_000
  /// How long to wait until reading is tried again after it failed.
  static let backOff: Int64 = 100_000_000
  /// Everything is read after so long without an event: what was never announced, or got lost while the machine slept, is
  /// not believed for ever.
  static let selfCheck: Int64 = 60_000_000_000

  private let selfCheck: Int64

  init(
    source: any PathSource, overrides: InterfaceOverrides, constraint: InterfaceConstraint = .any,
    selfCheck: Int64 = PathFollower.selfCheck, onEvent: @escaping @Sendable (TimedEvent) -> Void = { _ in },
    onLook: @escaping @Sendable (NetworkSnapshot, [TimedEvent]) -> Void = { _, _ in },
    onFailure: @escaping @Sendable (any Error) -> Void, onUpdate: @escaping @Sendable (PathUpdate) -> Void
  ) throws {
    self.source = source
    self.overrides = overrides
    self.constraint = constraint
    self.selfCheck = selfCheck
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

  /// Where the thread is between silence and silence.
  private struct Progress {
    /// The path that was told last.
    var path: NetworkPath?
    /// Events that no look has been told with.
    var evidence: [TimedEvent] = []
    var describer = EventDescriber(NetworkSnapshot())
    /// The first look waits for no event, and after a failure neither does the next.
    var mustLook = true
    /// The leading edge has been looked at, and the kernel may have more to say of the same change.
    var isInBatch = false
    /// What was seen at the leading edge and can wait for the rest.
    var held: Look?
    /// From when on the client has not been told that there is no path, since the kernel is about to hand over.
    var betweenSince: Int64?
    /// Events do not make another look at everything before this.
    var earliest = Int64(0)
    /// Nor a look at once before this.
    var earliestAtOnce = Int64(0)
    /// The last look was one at what is remembered, and everything is to be read yet.
    var owesLook = false
  }

  private struct Look {
    let snapshot: NetworkSnapshot
    let path: NetworkPath
    let decided: Int64
    /// There is no path, but another interface could carry one.
    let isBetween: Bool
  }

  func run() {
    Wait.wakePrecisely()
    var progress = Progress()
    requests.begin()
    defer { requests.end() }
    while !mustEnd {
      if !progress.mustLook, !progress.isInBatch {
        let rest = progress.owesLook ? max(0, progress.earliest - MonotonicClock.now()) : selfCheck
        let isReadable = Wait.readable(
          [source.descriptor, bell.descriptor, source.settingsDescriptor], nanoseconds: rest)
        if mustEnd { return }
        if isReadable[2], source.settingsChanged() { progress.mustLook = true }
        if !progress.owesLook, !isReadable.contains(true) { progress.mustLook = true }
      }
      let asked = requests.pending
      if asked != nil {
        bell.silence()
        progress.mustLook = true
        if mustEnd { return }
      }
      do {
        try advance(&progress)
      } catch {
        progress.mustLook = true
        if !mustEnd { onFailure(error) }
        _ = Wait.readable([bell.descriptor], nanoseconds: Self.backOff)
      }
      // A reading that failed is an answer too; the next try does not wait for a request.
      if let asked { requests.serve(asked) }
    }
  }

  /// Takes what events there are, and looks where that is due.
  ///
  /// The first events after silence are looked at once. The rest of their batch is looked at when it is complete, and what
  /// nobody has to know at once waits until then.
  private func advance(_ progress: inout Progress) throws {
    if progress.mustLook {
      if progress.path != nil { try takeEvents(&progress) }
      try look(&progress)
      tell(&progress)
      progress.isInBatch = progress.isInBatch || !progress.evidence.isEmpty
      return
    }
    guard progress.isInBatch || MonotonicClock.now() < progress.earliestAtOnce else {
      try takeEvents(&progress)
      guard !progress.evidence.isEmpty else { return try lookAsOwed(&progress) }
      progress.isInBatch = true
      try look(&progress, atOnce: true)
      if let new = progress.held?.path, let old = progress.path, new.isUrgent(after: old), !mustHold(&progress) {
        tell(&progress)
      }
      return
    }
    let known = progress.evidence.count
    let isQuiet = try takeBatch(&progress)
    guard !mustEnd else { return }
    let isNew = progress.evidence.count > known
    progress.owesLook = progress.owesLook || isNew
    try lookAsOwed(&progress)
    if isNew, progress.owesLook { try look(&progress, atOnce: true) }
    let wasBetween = progress.betweenSince != nil
    if mustHold(&progress) {
      progress.isInBatch = true
      return
    }
    // No event said that the kernel has handed over: it is asked once more before the loss is told.
    if wasBetween, progress.held?.isBetween == true { try look(&progress) }
    tell(&progress)
    progress.isInBatch = !isQuiet
  }

  /// Whether what was seen is only the moment between two interfaces, as far as can be known yet.
  private func mustHold(_ progress: inout Progress) -> Bool {
    guard let look = progress.held, look.isBetween, progress.path?.status == .satisfied else {
      progress.betweenSince = nil
      return false
    }
    let since = progress.betweenSince ?? look.decided
    progress.betweenSince = since
    return MonotonicClock.now() - since < Self.handover
  }

  /// Looks at everything, if a look at once did not and it is time.
  private func lookAsOwed(_ progress: inout Progress) throws {
    guard progress.owesLook, MonotonicClock.now() >= progress.earliest else { return }
    try look(&progress)
    if mustHold(&progress) { progress.isInBatch = true } else { tell(&progress) }
  }

  private func look(_ progress: inout Progress, atOnce: Bool = false) throws {
    progress.mustLook = true
    let began = MonotonicClock.now()
    let snapshot = try atOnce ? source.snapshotAtOnce() : source.snapshot()
    let path = NetworkPath(snapshot, overrides: overrides, constraint: constraint)
    let decided = MonotonicClock.now()
    func next(_ earliest: Int64) -> Int64 {
      max(earliest, began - Self.saved) + Self.share * (decided - began)
    }
    if atOnce { progress.earliestAtOnce = next(progress.earliestAtOnce) }
    if !snapshot.isRemembered { progress.earliest = next(progress.earliest) }
    progress.owesLook = snapshot.isRemembered
    if progress.path == nil || progress.evidence.contains(where: { $0.event == .overrun }) {
      progress.describer.learn(snapshot)
    } else if !snapshot.isRemembered {
      progress.describer.forgetRoutes(missingFrom: snapshot)
    }
    progress.held = Look(
      snapshot: snapshot, path: path, decided: decided,
      isBetween: path.isBetweenInterfaces(snapshot, overrides: overrides, constraint: constraint))
    progress.mustLook = false
  }

  /// Tells the last look, if it was not told yet.
  private func tell(_ progress: inout Progress) {
    guard let look = progress.held else { return }
    progress.held = nil
    let evidence = progress.evidence
    progress.evidence = []
    if !mustEnd { onLook(look.snapshot, evidence) }
    if look.path != progress.path {
      deliver(from: progress.path, to: look.path, progress.path == nil ? [] : evidence, decided: look.decided)
    }
    progress.path = look.path
  }

  /// Takes events until the kernel is quiet; whether it was.
  private func takeBatch(_ progress: inout Progress) throws -> Bool {
    let latest = max(MonotonicClock.now() + Self.longest, progress.earliestAtOnce)
    while !mustEnd {
      try takeEvents(&progress)
      let now = MonotonicClock.now()
      let rest = min(max(Self.quiet, progress.earliestAtOnce - now), latest - now)
      guard rest > 0 else { return false }
      let isReadable = Wait.readable([source.descriptor, bell.descriptor], nanoseconds: rest)
      if isReadable[1] { return false }
      guard isReadable[0] else { return true }
    }
    return false
  }

  /// Takes the events that wait.
  private func takeEvents(_ progress: inout Progress) throws {
    // Right after poll woke: the nearest to the kernel's own time that there is.
    let seen = MonotonicClock.now()
    for event in try source.events() where !mustEnd {
      let timed = progress.describer.describe(event, at: seen)
      progress.evidence.append(timed)
      onEvent(timed)
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
