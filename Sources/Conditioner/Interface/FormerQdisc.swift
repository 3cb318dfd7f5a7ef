internal import Netlink

/// A qdisc that someone else had at the root of an interface, to be put back.
struct FormerQdisc: Hashable, Sendable, Codable {
  let kind: String
  let major: UInt16
  /// Its settings as the kernel dumped them.
  let options: [UInt8]

  init(_ facts: QdiscFacts) {
    kind = facts.kind
    major = facts.handle.major
    options = facts.options
  }

  var qdisc: Qdisc { .other(kind: kind, options: options) }
  var handle: TrafficHandle { TrafficHandle(major) }

  /// Whether its kind holds classes, of which the dump of the qdisc itself says nothing.
  var hasClasses: Bool { ["htb", "hfsc", "prio", "drr", "qfq", "ets", "cbq", "mqprio", "taprio"].contains(kind) }
}
