// swift-format-ignore-file: AlwaysUseLowerCamelCase
public import DarwinCompatibility
internal import PathEngine

/// The type's number. CoreFoundation on Linux takes no types from Swift; no object of its own has this one.
@discardableResult
public func SCNetworkReachabilityGetTypeID() -> CFTypeID { 0x5343_4e52 }

/// The flags: while it is scheduled as followed, without waiting; else read now, for a name without a look-up.
///
/// Inside the callback they are those that the callback was given.
///
/// - Returns: false if the kernel can't be asked; ``SCError()`` is then `kSCStatusReachabilityUnknown`.
@discardableResult
public func SCNetworkReachabilityGetFlags(
  _ target: SCNetworkReachability, _ flags: UnsafeMutablePointer<SCNetworkReachabilityFlags>
) -> Bool {
  do {
    unsafe flags.pointee = try target.core.flags()
    return ReachabilityStatus.ok.report()
  } catch {
    return ReachabilityStatus.reachabilityUnknown.report()
  }
}

/// Sets what is called when the flags change, or nothing any more if `callout` is nil.
///
/// The context is copied and its info retained before this returns.
@discardableResult
public func SCNetworkReachabilitySetCallback(
  _ target: SCNetworkReachability,
  _ callout: ((SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void)?,
  _ context: UnsafeMutablePointer<SCNetworkReachabilityContext>?
) -> Bool {
  let registration = unsafe callout.map { unsafe CallbackRegistration($0, context?.pointee) }
  target.core.setRegistration(registration)
  return ReachabilityStatus.ok.report()
}

/// Delivers callbacks on a queue, or no longer if that is nil.
///
/// - Returns: false if it is scheduled already, or with nil if it is on no queue.
@discardableResult
public func SCNetworkReachabilitySetDispatchQueue(_ target: SCNetworkReachability, _ queue: DispatchQueue?) -> Bool {
  guard let queue else { return target.core.unscheduleFromQueue().report() }
  return target.core.schedule(target, on: queue).report()
}

/// Delivers callbacks on a run loop.
///
/// - Returns: false if it is on a queue, or there already.
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
  _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CoreFoundation.CFString
) -> Bool {
  target.core.schedule(target, on: runLoop, mode: runLoopMode).report()
}

/// Delivers callbacks on a run loop.
///
/// - Returns: false if it is on a queue, or there already.
@discardableResult
public func SCNetworkReachabilityScheduleWithRunLoop(
  _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: NSString
) -> Bool {
  SCNetworkReachabilityScheduleWithRunLoop(target, runLoop, runLoopMode.runLoopMode)
}

/// Delivers no more callbacks on a run loop.
///
/// - Returns: false if it is not there.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
  _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: CoreFoundation.CFString
) -> Bool {
  target.core.unschedule(from: runLoop, mode: runLoopMode).report()
}

/// Delivers no more callbacks on a run loop.
///
/// - Returns: false if it is not there.
@discardableResult
public func SCNetworkReachabilityUnscheduleFromRunLoop(
  _ target: SCNetworkReachability, _ runLoop: CFRunLoop, _ runLoopMode: NSString
) -> Bool {
  SCNetworkReachabilityUnscheduleFromRunLoop(target, runLoop, runLoopMode.runLoopMode)
}
