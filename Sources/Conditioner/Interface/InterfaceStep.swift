internal import Netlink
internal import Profiles

/// One thing that is done to an existing interface, and can be undone.
enum InterfaceStep: Hashable, Sendable, Codable {
  /// Turns offloads off, so that what meets a qdisc are single packets; those that were on are named.
  case offloads([String])
  /// Makes an ifb interface, up, with a qdisc.
  case detour(Detour, Qdisc)
  /// Puts the qdisc there that filters hang on.
  case hook(Qdisc)
  /// Sends packets by a detour.
  case redirect(FilterPoint, Detour, FilterMatch, priority: UInt16)
  /// Puts a qdisc at the root of the interface itself.
  case root(Qdisc)

  /// Whether two steps differ at most in the settings of the same kind of qdisc: then a change in place leads from one to
  /// the other.
  func hasShape(of other: InterfaceStep) -> Bool {
    switch (self, other) {
    case (.detour(let a, let one), .detour(let b, let two)): a == b && one.kind == two.kind
    case (.root(let one), .root(let two)): one.kind == two.kind
    default: self == other
    }
  }

  /// Whether both cannot be there at once, as they are done to the same thing.
  func hasPlace(of other: InterfaceStep) -> Bool {
    switch (self, other) {
    case (.offloads, .offloads), (.hook, .hook), (.root, .root): true
    case (.detour(let a, _), .detour(let b, _)): a == b
    case (.redirect(let a, _, _, let one), .redirect(let b, _, _, let two)): a == b && one == two
    default: false
    }
  }

  /// Whether a kernel that refused it did nothing at all. The others may have been done in half, and their names and settings
  /// are linkcond's alone.
  var isAllOrNothing: Bool {
    switch self {
    case .offloads, .detour: false
    case .hook, .redirect, .root: true
    }
  }

  /// The qdisc that packets wait in; nil of steps that have none.
  var queue: Qdisc? {
    switch self {
    case .detour(_, let qdisc), .root(let qdisc): qdisc
    case .offloads, .hook, .redirect: nil
    }
  }

  /// The same with another qdisc.
  func with(_ qdisc: Qdisc) -> InterfaceStep {
    switch self {
    case .detour(let detour, _): .detour(detour, qdisc)
    case .root: .root(qdisc)
    case .offloads, .hook, .redirect: self
    }
  }

  /// The priority of linkcond's filters: 4c43 is "LC". Queries come before, other families' after.
  static let priority: UInt16 = 0x4c43
  /// All that linkcond uses.
  static let priorities: [UInt16] = [priority - 2, priority - 1, priority]
}
