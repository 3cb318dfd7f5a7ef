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
    /// No such route. The corresponding C error is `ESRCH`.
    public static let noSuchEntry = Code(rawValue: ESRCH)
    /// The interface has no such address. The corresponding C error is `EADDRNOTAVAIL`.
    public static let noSuchAddress = Code(rawValue: EADDRNOTAVAIL)
    /// The kernel lacks the family or the kind of interface. The corresponding C error is `EOPNOTSUPP`.
    public static let notSupported = Code(rawValue: EOPNOTSUPP)
    /// The kernel has no such family. The corresponding C error is `EAFNOSUPPORT`.
    public static let familyNotSupported = Code(rawValue: EAFNOSUPPORT)
    /// The tables kept changing while they were listed. The corresponding C error is `EINTR`.
    public static let interrupted = Code(rawValue: EINTR)
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
  /// libnl's own error number (`NLE_…`) where it failed before the kernel was asked; else 0.
  public let libraryCode: CInt

  init(_ operation: String, code: CInt, kernelMessage: String? = nil, libraryCode: CInt = 0) {
    self.operation = operation
    self.code = Code(rawValue: code)
    self.libraryCode = libraryCode
    self.kernelMessage = kernelMessage
  }

  /// The kernel lacks the qdisc, filter, action or interface kind that was asked for.
  ///
  /// Four wordings with two error numbers mean this; the numbers alone mean other things too.
  public var isUnknownKind: Bool {
    guard code == .notFound || code == .notSupported, let kernelMessage else { return false }
    return [
      "Specified qdisc kind is unknown", "Specified qdisc not found", "TC classifier not found",
      "Failed to load TC action module", "Unknown device type",
    ].contains { kernelMessage.hasPrefix($0) }
  }

  /// For `catch NetlinkError.Code.exists`.
  public static func ~= (code: Code, error: NetlinkError) -> Bool { error.code == code }

  /// One line: the attempt, the error, and the kernel's words.
  public var description: String {
    let advice =
      code == .notPermitted ? " This needs CAP_NET_ADMIN in the user namespace that owns the network namespace." : ""
    let words = kernelMessage.map { " (\($0.hasSuffix(".") ? String($0.dropLast()) : $0))" } ?? ""
    return "Cannot \(operation): \(String(cString: strerror(code.rawValue)))\(words).\(advice)"
  }
}
