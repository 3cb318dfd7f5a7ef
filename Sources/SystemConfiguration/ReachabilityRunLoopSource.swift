internal import CoreFoundation
internal import Synchronization

/// A source of run loops that calls a function on whichever of them runs first after ``signal()``.
final class ReachabilityRunLoopSource: @unchecked Sendable {
  /// What CoreFoundation keeps as long as the source may call it.
  private final class Action: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  // CFRunLoopSource may be signalled, added and invalidated from any thread.
  private let source: CFRunLoopSource?
  private let places = Mutex<[RunLoopPlace]>([])

  init(_ body: @escaping @Sendable () -> Void) {
    let action = Action(body)
    var context = unsafe CFRunLoopSourceContext(
      version: 0, info: Unmanaged.passUnretained(action).toOpaque(),
      retain: { info in
        guard let info = unsafe info else { return nil }
        _ = unsafe Unmanaged<Action>.fromOpaque(info).retain()
        return unsafe info
      },
      release: { info in if let info = unsafe info { unsafe Unmanaged<Action>.fromOpaque(info).release() } },
      copyDescription: nil, equal: nil, hash: nil, schedule: nil, cancel: nil,
      perform: { info in
        if let info = unsafe info { unsafe Unmanaged<Action>.fromOpaque(info).takeUnretainedValue().body() }
      })
    source = unsafe CFRunLoopSourceCreate(nil, 0, &context)
    withExtendedLifetime(action) {}
  }

  /// Whether the place is new.
  func add(_ place: RunLoopPlace) -> Bool {
    let isNew = places.withLock { places in
      guard !places.contains(where: place.isSame) else { return false }
      places.append(place)
      return true
    }
    if isNew { CFRunLoopAddSource(place.loop, source, place.mode) }
    return isNew
  }

  /// Whether it was there.
  func remove(_ place: RunLoopPlace) -> Bool {
    let wasThere = places.withLock { places in
      guard let index = places.firstIndex(where: place.isSame) else { return false }
      places.remove(at: index)
      return true
    }
    if wasThere { CFRunLoopRemoveSource(place.loop, source, place.mode) }
    return wasThere
  }

  var isEmpty: Bool { places.withLock { $0.isEmpty } }

  /// Wakes the run loops too: signalling alone does not.
  func signal() {
    CFRunLoopSourceSignal(source)
    for place in places.withLock({ $0 }) { CFRunLoopWakeUp(place.loop) }
  }

  func invalidate() { CFRunLoopSourceInvalidate(source) }
}
