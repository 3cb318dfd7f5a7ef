internal import Glibc

extension Errno {
  /// Invalid argument. The corresponding C error is `EINVAL`.
  public static let invalidArgument = Errno(rawValue: EINVAL)
  /// Connection reset by peer. The corresponding C error is `ECONNRESET`.
  public static let connectionReset = Errno(rawValue: ECONNRESET)
  /// Broken pipe: the other end reads no more. The corresponding C error is `EPIPE`.
  public static let brokenPipe = Errno(rawValue: EPIPE)
  /// Connection timed out. The corresponding C error is `ETIMEDOUT`.
  public static let timedOut = Errno(rawValue: ETIMEDOUT)
  /// Cannot assign requested address. The corresponding C error is `EADDRNOTAVAIL`.
  public static let addressNotAvailable = Errno(rawValue: EADDRNOTAVAIL)
  /// Protocol not supported. The corresponding C error is `EPROTONOSUPPORT`.
  public static let protocolNotSupported = Errno(rawValue: EPROTONOSUPPORT)
  /// Message too long. The corresponding C error is `EMSGSIZE`.
  public static let messageTooLong = Errno(rawValue: EMSGSIZE)

  /// The network, the host or the interface cannot be reached from here now: `ENETUNREACH`, `EHOSTUNREACH`,
  /// `ENETDOWN`, `EHOSTDOWN`, `EADDRNOTAVAIL` (the source address is gone) or `ENODEV`.
  public var isUnreachable: Bool {
    [ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, ENODEV].contains(rawValue)
  }
}
