public import DarwinCompatibility

/// What is called when flags change: the target, its flags and the context's info.
public typealias SCNetworkReachabilityCallBack =
  @Sendable (SCNetworkReachability, SCNetworkReachabilityFlags, UnsafeMutableRawPointer?) -> Void

/// What goes with a callback, and how it is kept alive.
@unsafe public struct SCNetworkReachabilityContext {
  /// Always 0.
  public var version: CFIndex
  /// What the callback is given, after ``retain`` has had it.
  public var info: UnsafeMutableRawPointer?
  /// Called with ``info``, if there is one, before the callback is set; what it returns goes to the callback.
  public var retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?
  /// Called once for each retain, when the callback is replaced or its target gone and no call of it runs any more.
  public var release: ((UnsafeRawPointer) -> Void)?
  /// Describes ``info``; nobody calls it on Linux.
  public var copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?

  /// A context with nothing in it.
  public init() {
    unsafe version = 0
    unsafe info = nil
    unsafe retain = nil
    unsafe release = nil
    unsafe copyDescription = nil
  }

  /// A context as given.
  public init(
    version: CFIndex, info: UnsafeMutableRawPointer?, retain: ((UnsafeRawPointer) -> UnsafeRawPointer)?,
    release: ((UnsafeRawPointer) -> Void)?, copyDescription: ((UnsafeRawPointer) -> Unmanaged<CFString>)?
  ) {
    unsafe self.version = version
    unsafe self.info = info
    unsafe self.retain = retain
    unsafe self.release = release
    unsafe self.copyDescription = copyDescription
  }
}
