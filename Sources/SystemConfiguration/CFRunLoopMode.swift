public import CoreFoundation
public import DarwinCompatibility

/// A run loop's mode, as on Apple's platforms; CoreFoundation on Linux has it as text.
public struct CFRunLoopMode: RawRepresentable {
  /// The name.
  public let rawValue: CFString
  /// A mode of any name.
  public init(rawValue: CFString) { self.rawValue = rawValue }

  private init(_ mode: CoreFoundation.CFString?) {
    // On Linux the two types are one in memory.
    rawValue = mode.map { unsafe unsafeBitCast($0, to: NSString.self) } ?? ""
  }

  /// `kCFRunLoopDefaultMode`.
  public static var defaultMode: CFRunLoopMode! { CFRunLoopMode(kCFRunLoopDefaultMode) }
  /// `kCFRunLoopCommonModes`: all modes that were declared common.
  public static var commonModes: CFRunLoopMode! { CFRunLoopMode(kCFRunLoopCommonModes) }
}

extension RunLoop {
  /// CoreFoundation's run loop, of the main one and of the calling thread's.
  public func getCFRunLoop() -> CFRunLoop {
    if self === RunLoop.main { return CFRunLoopGetMain() }
    precondition(self === RunLoop.current, "getCFRunLoop is for the main run loop and the calling thread's own")
    return CFRunLoopGetCurrent()
  }
}
