internal import DarwinCompatibility

/// Where callbacks are delivered.
enum Schedule: Sendable {
  case queue(DispatchQueue)
  case runLoops(ReachabilityRunLoopSource)
}

/// A run loop and one of its modes.
struct RunLoopPlace: @unchecked Sendable {
  // CoreFoundation's run loops may be used from any thread for what is done here.
  let loop: CFRunLoop
  let mode: CoreFoundation.CFString

  func isSame(as other: RunLoopPlace) -> Bool { loop === other.loop && CFEqual(mode, other.mode) }
}
