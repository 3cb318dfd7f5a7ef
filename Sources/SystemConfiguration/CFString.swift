public import DarwinCompatibility

/// Foundation's string, since `"text" as CFString` compiles with it and not with CoreFoundation's own on Linux.
public typealias CFString = NSString

extension NSString {
  /// The same object as CoreFoundation's type: on Linux the two are one in memory.
  var coreFoundationString: CoreFoundation.CFString { unsafe unsafeBitCast(self, to: CoreFoundation.CFString.self) }

  /// The same, and for the common modes the constant itself: CoreFoundation tells it by its address.
  var runLoopMode: CoreFoundation.CFString {
    isEqual(CFRunLoopMode.commonModes.rawValue) ? kCFRunLoopCommonModes : coreFoundationString
  }
}
