internal import Glibc

/// An error number of the kernel or the C library.
public struct Errno: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The number, as in `errno`.
  public let rawValue: CInt

  /// Any number: a kernel may know more than this list.
  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// The calling thread's `errno`.
  static var current: Errno { Errno(rawValue: errno) }

  /// Operation not permitted. The corresponding C error is `EPERM`.
  public static let notPermitted = Errno(rawValue: EPERM)
  /// No such file or directory. The corresponding C error is `ENOENT`.
  public static let noSuchFile = Errno(rawValue: ENOENT)
  /// Not a directory. The corresponding C error is `ENOTDIR`.
  public static let notDirectory = Errno(rawValue: ENOTDIR)
  /// Permission denied. The corresponding C error is `EACCES`.
  public static let permissionDenied = Errno(rawValue: EACCES)
  /// Resource temporarily unavailable. The corresponding C error is `EAGAIN`.
  public static let wouldBlock = Errno(rawValue: EAGAIN)
  /// Connection refused. The corresponding C error is `ECONNREFUSED`.
  public static let connectionRefused = Errno(rawValue: ECONNREFUSED)
  /// Operation in progress. The corresponding C error is `EINPROGRESS`.
  public static let inProgress = Errno(rawValue: EINPROGRESS)
  /// Network is unreachable. The corresponding C error is `ENETUNREACH`.
  public static let networkUnreachable = Errno(rawValue: ENETUNREACH)
  /// No route to host. The corresponding C error is `EHOSTUNREACH`.
  public static let hostUnreachable = Errno(rawValue: EHOSTUNREACH)
  /// Network is down. The corresponding C error is `ENETDOWN`.
  public static let networkDown = Errno(rawValue: ENETDOWN)
  /// No such device or address. The corresponding C error is `ENXIO`.
  public static let noSuchDevice = Errno(rawValue: ENXIO)
  /// No buffer space available. The corresponding C error is `ENOBUFS`.
  public static let noBufferSpace = Errno(rawValue: ENOBUFS)
  /// Operation not supported. The corresponding C error is `EOPNOTSUPP`.
  public static let notSupported = Errno(rawValue: EOPNOTSUPP)
  /// Read-only file system. The corresponding C error is `EROFS`.
  public static let readOnly = Errno(rawValue: EROFS)
  /// No space left on device. The corresponding C error is `ENOSPC`.
  public static let noSpace = Errno(rawValue: ENOSPC)

  /// What `strerror(3)` says of it.
  public var description: String { String(cString: strerror(rawValue)) }
}
