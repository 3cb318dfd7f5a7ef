/// An ifb interface of linkcond's own that packets of an existing interface take to meet a qdisc.
enum Detour: String, Hashable, Sendable, Codable, CaseIterable {
  /// What comes in.
  case downlink = "lcd"
  /// What goes out, of one family alone.
  case uplink = "lcu"
  /// Queries to port 53 that go out.
  case queries = "lcq"

  /// Its name beside an interface: unique in a namespace, since it carries the interface's number, and at most 13 bytes.
  func name(beside interface: Int32) -> String { "\(rawValue)\(interface)" }

  /// Where its packets come from.
  var purpose: String {
    switch self {
    case .downlink: "downlink"
    case .uplink: "uplink"
    case .queries: "DNS delay"
    }
  }
}
