internal import Netlink

/// Why one family can't be used.
enum PathRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// ENETUNREACH, or the kernel lacks the family.
  case noRoute
  /// EHOSTUNREACH: an `unreachable` route.
  case unreachable
  /// EINVAL: a `blackhole` route.
  case blackhole
  /// EACCES: a `prohibit` route.
  case prohibited
  /// The look-up failed in another way.
  case failed(code: Int32)
  /// A route that names no single interface.
  case noInterface
  /// The route's interface is not among the links.
  case gone(index: Int32)
  /// The route's interface can't be used.
  case link(name: String, LinkUsability)
  /// The route's interface has no usable source address.
  case noSource(name: String)
  /// A tunnel's packets have no way out.
  case noUnderlay(name: String)
  /// Only interfaces that the caller does not want.
  case notAllowed

  /// What the error number of a route look-up means.
  init(code: Int32) {
    switch NetlinkError.Code(rawValue: code) {
    case .networkUnreachable, .familyNotSupported, .operationNotSupported: self = .noRoute
    case .hostUnreachable: self = .unreachable
    case .invalid: self = .blackhole
    case .prohibited: self = .prohibited
    default: self = .failed(code: code)
    }
  }

  /// The reason that a path shows.
  var description: String {
    switch self {
    case .noRoute: "no route"
    case .unreachable: "the route says unreachable"
    case .blackhole: "the route is a blackhole"
    case .prohibited: "the route is prohibited by policy"
    case .failed(let code): "the kernel refuses the route look-up with error \(code)"
    case .noInterface: "the route names no interface"
    case .gone(let index): "the route's interface \(index) is gone"
    case .link(let name, .noCarrier): "\(name) has no carrier"
    case .link(let name, let usability): "\(name) is \(usability.rawValue)"
    case .noSource(let name): "\(name) has no usable source address"
    case .noUnderlay(let name): "\(name) is a tunnel, and no link under it is usable"
    case .notAllowed: "no interface that may be used"
    }
  }
}

extension NetlinkError.Code {
  /// This kernel has no such family. The corresponding C error is `EAFNOSUPPORT`.
  static let familyNotSupported = NetlinkError.Code(rawValue: 97)
  /// Nobody answers such a request. The corresponding C error is `EOPNOTSUPP`.
  static let operationNotSupported = NetlinkError.Code(rawValue: 95)
}
