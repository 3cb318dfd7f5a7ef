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
    options = kind == "htb" ? Self.settable(facts.options) : facts.options
  }

  /// htb dumps a version that it does not take: `tc_htb_glob` begins with it, and 3 is what it asks for.
  private static func settable(_ options: [UInt8]) -> [UInt8] {
    // TCA_HTB_INIT is attribute 2: four bytes of header, then the version in four bytes.
    guard options.count >= 8, options[2] == 2, options[3] & 0x3f == 0 else { return options }
    var options = options
    // In the machine's byte order.
    options.replaceSubrange(4..<8, with: UInt32(3).bigEndian == 3 ? [0, 0, 0, 3] : [3, 0, 0, 0])
    return options
  }

  var qdisc: Qdisc { .other(kind: kind, options: options) }
  var handle: TrafficHandle { TrafficHandle(major) }

  /// Whether its kind holds classes, of which the dump of the qdisc itself says nothing.
  var hasClasses: Bool { ["htb", "hfsc", "prio", "drr", "qfq", "ets", "cbq", "mqprio", "taprio"].contains(kind) }
}
