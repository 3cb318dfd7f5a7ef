// swift-format-ignore-file: AlwaysUseLowerCamelCase
public import CoreFoundation
internal import DarwinCompatibility

/// It worked.
public let kSCStatusOK: Int = 0
/// It did not.
public let kSCStatusFailed: Int = 1001
/// An argument makes no sense here, such as scheduling what is scheduled.
public let kSCStatusInvalidArgument: Int = 1002
/// The flags can't be told: the kernel can't be asked.
public let kSCStatusReachabilityUnknown: Int = 4001

/// What became of the calling thread's last call of this module, as a `kSCStatus…` number.
@discardableResult
public func SCError() -> Int32 { ReachabilityStatus.last }

/// A `kSCStatus…` number in words; the text is there for ever.
@discardableResult
public func SCErrorString(_ status: Int32) -> UnsafePointer<CChar> {
  let text: StaticString =
    switch ReachabilityStatus(rawValue: status) {
    case .ok: "Success"
    case .failed: "The network can't be followed"
    case .invalidArgument: "Invalid argument"
    case .reachabilityUnknown: "The reachability can't be determined"
    case nil: "Unknown error"
    }
  return unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// The calling thread's last error, in the domain `com.apple.SystemConfiguration`.
@discardableResult
public func SCCopyLastError() -> CFError {
  CFErrorCreate(
    nil, ("com.apple.SystemConfiguration" as NSString).coreFoundationString, CFIndex(ReachabilityStatus.last), nil)
}
