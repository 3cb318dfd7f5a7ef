internal import Netlink

/// A qdisc that someone else had at the root of an interface, to be put back with what hung under it.
struct FormerQdisc: Hashable, Sendable, Codable {
  /// A class or a qdisc under the root, as the kernel dumped it.
  struct Part: Hashable, Sendable, Codable {
    let isClass: Bool
    let kind: String
    let parentMajor, parentMinor, major, minor: UInt16
    let options: [UInt8]

    var parent: TrafficHandle { TrafficHandle(parentMajor, parentMinor) }
    var handle: TrafficHandle { TrafficHandle(major, minor) }

    init(_ facts: ClassFacts) {
      isClass = true
      kind = facts.kind
      (parentMajor, parentMinor) = (facts.parent.major, facts.parent.minor)
      (major, minor) = (facts.handle.major, facts.handle.minor)
      options = facts.options
    }

    init(_ facts: QdiscFacts) {
      isClass = false
      kind = facts.kind
      (parentMajor, parentMinor) = (facts.parent.major, facts.parent.minor)
      (major, minor) = (facts.handle.major, facts.handle.minor)
      options = FormerQdisc.settable(facts.kind, facts.options)
    }
  }

  let kind: String
  let major: UInt16
  /// Its settings as the kernel dumped them.
  let options: [UInt8]
  /// What hung under it, in an order in which each can be made after the one that it hangs on; nil in what earlier versions
  /// wrote down.
  let parts: [Part]?
  /// Whether filters hung on it or on its classes, which are not put back.
  let hadFilters: Bool?

  /// - Parameters:
  ///   - qdiscs: All of the interface.
  ///   - classes: All of the interface.
  init(_ facts: QdiscFacts, qdiscs: [QdiscFacts] = [], classes: [ClassFacts] = [], hasFilters: Bool = false) {
    kind = facts.kind
    major = facts.handle.major
    options = Self.settable(facts.kind, facts.options)
    parts = Self.parts(under: facts, qdiscs, classes)
    hadFilters = hasFilters
  }

  private static func parts(
    under root: QdiscFacts, _ qdiscs: [QdiscFacts], _ classes: [ClassFacts]
  ) -> [Part] {
    var majors: Set = [root.handle.major]
    var handles: Set<TrafficHandle> = []
    var parts: [Part] = []
    // Bands of other kinds come with the qdisc's own settings.
    var classes = classes.filter { ["htb", "hfsc", "drr", "qfq"].contains($0.kind) && $0.handle.minor != 0 }
    // One that the kernel put there itself has no number, and is there again by itself.
    var qdiscs = qdiscs.filter { $0.handle.major != 0 && $0.handle != root.handle && $0.parent != .ingress }
    while true {
      let nextClasses = classes.filter {
        majors.contains($0.handle.major) && ($0.parent == .root || $0.parent.minor == 0 || handles.contains($0.parent))
      }
      classes.removeAll { nextClasses.contains($0) }
      parts += nextClasses.map { Part($0) }
      handles.formUnion(nextClasses.map(\.handle))
      let nextQdiscs = qdiscs.filter { qdisc in
        majors.contains(qdisc.parent.major) && !classes.contains { $0.handle == qdisc.parent }
      }
      qdiscs.removeAll { nextQdiscs.contains($0) }
      parts += nextQdiscs.map { Part($0) }
      majors.formUnion(nextQdiscs.map(\.handle.major))
      if nextClasses.isEmpty, nextQdiscs.isEmpty { return parts }
    }
  }

  /// htb dumps a version that it does not take: `tc_htb_glob` begins with it, and 3 is what it asks for.
  private static func settable(_ kind: String, _ options: [UInt8]) -> [UInt8] {
    // TCA_HTB_INIT is attribute 2: four bytes of header, then the version in four bytes.
    guard kind == "htb", options.count >= 8, options[2] == 2, options[3] & 0x3f == 0 else { return options }
    var options = options
    // In the machine's byte order.
    options.replaceSubrange(4..<8, with: UInt32(3).bigEndian == 3 ? [0, 0, 0, 3] : [3, 0, 0, 0])
    return options
  }

  var qdisc: Qdisc { .other(kind: kind, options: options) }
  var handle: TrafficHandle { TrafficHandle(major) }

  /// What of it can't be put back, as the end of "without its"; nil if all can.
  var lacking: String? {
    if ["cbq", "mqprio", "taprio"].contains(kind) { return "classes and filters" }
    if parts == nil, ["htb", "hfsc", "drr", "qfq"].contains(kind) { return "classes and filters" }
    return hadFilters == true ? "filters" : nil
  }
}
