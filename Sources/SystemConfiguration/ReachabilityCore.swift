internal import DarwinCompatibility
internal import PathEngine
internal import Synchronization

/// What an ``SCNetworkReachability`` does.
///
/// By name there is one first call after scheduling, with the flags as they are without a look-up, unless flags are asked
/// for before. By address there is none. After that the callback is called when flags are different from those of the last
/// call (or those at the scheduling).
final class ReachabilityCore: Sendable {
  private struct State {
    var registration: CallbackRegistration?
    var schedule: Schedule?
    /// Kept alive while it is scheduled.
    var owner: OwnerBox?
    /// Counts schedules: a call that was queued for an earlier one is left out.
    var generation: UInt64 = 0
    var isQueued = false
    var hasSentFirst = false
    /// The flags that the client knows of; nil until following has begun.
    var told: ReachabilityFlags?
    /// The threads that run the callback, with the flags that it was given.
    var delivering: [ThreadIdentity: ReachabilityFlags] = [:]
  }

  /// The client's object, which is not sendable by its type; it holds nothing but this core.
  private struct OwnerBox: @unchecked Sendable { let object: SCNetworkReachability }

  private let state = Mutex(State())
  private let monitor: FlagsMonitor
  private let isByName: Bool

  init(_ target: ReachabilityTarget) {
    monitor = FlagsMonitor(target)
    isByName = if case .name = target { true } else { false }
  }

  /// Inside the callback those that it was given; else as followed, or read now.
  func flags() throws -> SCNetworkReachabilityFlags {
    let given = state.withLock { state in
      let given = state.delivering[.current]
      if given == nil, state.schedule != nil { state.hasSentFirst = true }
      return given
    }
    return SCNetworkReachabilityFlags(rawValue: try given?.rawValue ?? monitor.flags().rawValue)
  }

  func setRegistration(_ registration: CallbackRegistration?) {
    let old = state.withLock { state in
      let old = state.registration
      state.registration = registration
      return old
    }
    withExtendedLifetime(old) {}
    callIfDue()
  }

  /// Whether it was not scheduled before and is now.
  func schedule(_ owner: SCNetworkReachability, on queue: DispatchQueue) -> ReachabilityStatus {
    begin(owner) { state in
      guard state.schedule == nil else { return false }
      state.schedule = .queue(queue)
      return true
    }
  }

  func schedule(_ owner: SCNetworkReachability, on loop: CFRunLoop, mode: CoreFoundation.CFString) -> ReachabilityStatus
  {
    let place = RunLoopPlace(loop: loop, mode: mode)
    return begin(owner) { state in
      switch state.schedule {
      case .queue: return false
      case .runLoops(let source):
        return source.add(place)
      case nil:
        let source = ReachabilityRunLoopSource { [weak self] in self?.perform(nil) }
        _ = source.add(place)
        state.schedule = .runLoops(source)
        return true
      }
    }
  }

  private func begin(_ owner: SCNetworkReachability, _ enter: (inout State) -> Bool) -> ReachabilityStatus {
    let box = OwnerBox(object: owner)
    let (isEntered, isFirst) = state.withLock { state in
      let isFirst = state.schedule == nil
      guard enter(&state) else { return (false, false) }
      if isFirst {
        state.owner = box
        state.generation += 1
        state.hasSentFirst = !isByName
        state.told = nil
        state.isQueued = false
      }
      return (true, isFirst)
    }
    guard isEntered else { return .invalidArgument }
    guard isFirst else { return .ok }
    do {
      let initial = try monitor.start { [weak self] in self?.callIfDue() }
      state.withLock { $0.told = initial }
      callIfDue()
      return .ok
    } catch {
      end { _ in true }
      return .failed
    }
  }

  func unscheduleFromQueue() -> ReachabilityStatus {
    end { state in if case .queue = state.schedule { true } else { false } } ? .ok : .invalidArgument
  }

  func unschedule(from loop: CFRunLoop, mode: CoreFoundation.CFString) -> ReachabilityStatus {
    let place = RunLoopPlace(loop: loop, mode: mode)
    var wasThere = false
    end { state in
      guard case .runLoops(let source) = state.schedule else { return false }
      wasThere = source.remove(place)
      return wasThere && source.isEmpty
    }
    return wasThere ? .ok : .invalidArgument
  }

  /// Ends the schedule if `isDue`; whether it did.
  @discardableResult
  private func end(_ isDue: (inout State) -> Bool) -> Bool {
    // The client's object and what goes with it is let go outside of the lock.
    let (isEnded, owner, schedule) = state.withLock { state in
      guard isDue(&state) else { return (false, OwnerBox?.none, Schedule?.none) }
      let before = (true, state.owner, state.schedule)
      state.owner = nil
      state.schedule = nil
      state.generation += 1
      state.told = nil
      return before
    }
    guard isEnded else { return false }
    monitor.stop()
    if case .runLoops(let source) = schedule { source.invalidate() }
    withExtendedLifetime(owner) {}
    return true
  }

  /// Queues a call of the callback if there is something to tell.
  private func callIfDue() {
    state.withLock { state in
      guard let schedule = state.schedule, state.registration != nil, !state.isQueued, let told = state.told,
        !state.hasSentFirst || current != told
      else { return }
      state.isQueued = true
      let generation = state.generation
      switch schedule {
      case .queue(let queue): queue.async { self.perform(generation) }
      case .runLoops(let source): source.signal()
      }
    }
  }

  /// nil where the network can't be read at the moment: what was told stays.
  private var current: ReachabilityFlags? {
    do { return try monitor.flags() } catch { return nil }
  }

  /// Runs on the queue, or on the run loop, whose source is invalid when it is unscheduled.
  private func perform(_ generation: UInt64?) {
    let thread = ThreadIdentity.current
    let call: (CallbackRegistration, OwnerBox, ReachabilityFlags)? = state.withLock { state in
      guard state.schedule != nil, generation == nil || generation == state.generation else { return nil }
      state.isQueued = false
      guard let registration = state.registration, let owner = state.owner, let told = state.told else { return nil }
      let flags: ReachabilityFlags
      if state.hasSentFirst {
        guard let current, current != told else { return nil }
        flags = current
      } else {
        do { flags = try monitor.flagsWithoutLookUp() } catch { flags = told }
      }
      state.hasSentFirst = true
      state.told = flags
      state.delivering[thread] = flags
      return (registration, owner, flags)
    }
    guard let (registration, owner, flags) = call else { return }
    registration.call(owner.object, SCNetworkReachabilityFlags(rawValue: flags.rawValue))
    state.withLock { $0.delivering[thread] = nil }
    // What has changed meanwhile.
    callIfDue()
  }
}
