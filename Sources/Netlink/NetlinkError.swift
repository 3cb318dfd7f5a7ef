internal import Glibc

/// A request that the kernel or libnl refused.
public struct NetlinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why, as a positive error number of the kernel; `switch` with the constants below.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The number, as in `errno`.
    public let rawValue: CInt
    /// Any number.
    public init(rawValue: CInt) { self.rawValue = rawValue }
    /// It is there already. The corresponding C error is `EEXIST`.
    public static let exists = Code(rawValue: EEXIST)
    /// No such object, or no such qdisc kind in this kernel. The corresponding C error is `ENOENT`.
    public static let notFound = Code(rawValue: ENOENT)
    /// No such device. The corresponding C error is `ENODEV`.
    public static let noSuchDevice = Code(rawValue: ENODEV)
    /// No such route or address. The corresponding C error is `ESRCH` or `EADDRNOTAVAIL`.
    public static let noSuchEntry = Code(rawValue: ESRCH)
    /// CAP_NET_ADMIN is missing. The corresponding C error is `EPERM`.
    public static let notPermitted = Code(rawValue: EPERM)
    /// The request makes no sense to the kernel. The corresponding C error is `EINVAL`.
    public static let invalid = Code(rawValue: EINVAL)
    /// There is no route. The corresponding C error is `ENETUNREACH`.
    public static let networkUnreachable = Code(rawValue: ENETUNREACH)
    /// An `unreachable` route. The corresponding C error is `EHOSTUNREACH`.
    public static let hostUnreachable = Code(rawValue: EHOSTUNREACH)
    /// A `prohibit` route. The corresponding C error is `EACCES`.
    public static let prohibited = Code(rawValue: EACCES)
  }

  /// What was attempted, on what, such as `"add qdisc netem on interface 4"`.
  public let operation: String
  /// The kernel's error number.
  public let code: Code
  /// The kernel's own words (`NLMSGERR_ATTR_MSG`), where it has any.
  public let kernelMessage: String?

  init(_ operation: String, code: CInt, kernelMessage: String? = nil) {
    self.operation = operation
    self.code = Code(rawValue: code)
    self.kernelMessage = kernelMessage
  }

  /// One line: the attempt, the error, and the kernel's words.
  public var description: String {
    let advice =
      code == .notPermitted ? " This needs CAP_NET_ADMIN in the user namespace that owns the network namespace." : ""
    let words = kernelMessage.map { " (\($0.hasSuffix(".") ? String($0.dropLast()) : $0))" } ?? ""
    return "\(operation): \(String(cString: strerror(code.rawValue)))\(words).\(advice)"
  }
}
