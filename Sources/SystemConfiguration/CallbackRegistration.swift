internal import DarwinCompatibility

/// A callback with its context. Whoever runs the callback holds this, so that the release comes once and after it.
@safe final class CallbackRegistration: @unchecked Sendable {
  // The client's own functions and pointer, given over to be used from the queue that the client chooses.
  private let callout: (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void
  private let info: UnsafeMutableRawPointer?
  private let release: ((UnsafeRawPointer) -> Void)?

  /// Retains the context's info.
  init(
    _ callout: @escaping (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void,
    _ context: SCNetworkReachabilityContext?
  ) {
    unsafe self.callout = callout
    if let context = unsafe context, let info = unsafe context.info {
      unsafe self.info =
        unsafe context.retain.map { unsafe UnsafeMutableRawPointer(mutating: $0(info)) } ?? info
    } else {
      unsafe info = nil
    }
    unsafe release = unsafe context?.release
  }

  func call(_ target: SCNetworkReachability, _ flags: SCNetworkReachabilityFlags) {
    unsafe callout(target, flags, info)
  }

  deinit { if let info = unsafe info { unsafe release?(info) } }
}
