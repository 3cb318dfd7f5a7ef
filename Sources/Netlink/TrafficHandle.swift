/// The handle of a qdisc or class, printed as tc does: `1:0`, `root`, `ingress`.
public struct TrafficHandle: Hashable, Sendable, CustomStringConvertible {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A handle from its two halves.
  public init(_ major: UInt16, _ minor: UInt16 = 0) { rawValue = UInt32(major) << 16 | UInt32(minor) }

  /// The qdisc's half.
  public var major: UInt16 { UInt16(rawValue >> 16) }
  /// The class's half; 0 is the qdisc itself.
  public var minor: UInt16 { UInt16(rawValue & 0xffff) }

  /// The parent of an interface's own qdisc. The corresponding C constant is `TC_H_ROOT`.
  public static let root = TrafficHandle(rawValue: 0xffff_ffff)
  /// The parent of the qdisc for what comes in. The corresponding C constant is `TC_H_INGRESS`.
  public static let ingress = TrafficHandle(rawValue: 0xffff_fff1)
  /// The handle that the ingress qdisc always has: `ffff:0`.
  public static let ingressHandle = TrafficHandle(0xffff)

  /// The parent of filters for what comes in, under `ingress` and `clsact` alike: `ffff:fff2`.
  static let incomingFilters = TrafficHandle(0xffff, 0xfff2)
  /// The parent of filters for what goes out, under `clsact`: `ffff:fff3`.
  static let outgoingFilters = TrafficHandle(0xffff, 0xfff3)

  /// The handle as tc prints it.
  public var description: String {
    if self == .root { return "root" }
    if self == .ingress { return "ingress" }
    return "\(String(rawValue >> 16, radix: 16)):\(String(rawValue & 0xffff, radix: 16))"
  }
}
