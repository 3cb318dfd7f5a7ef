internal import CNetlink

/// A class of a qdisc as the kernel holds it. Equivalent to an entry of `tc class show`.
public struct ClassFacts: Hashable, Sendable {
  /// The kernel's name of its qdisc's kind.
  public var kind: String
  /// Its handle.
  public var handle: TrafficHandle
  /// The class that it hangs on; ``TrafficHandle/root`` for one right under its qdisc.
  public var parent: TrafficHandle
  /// Its settings as the kernel dumps them (`TCA_OPTIONS`).
  public var options: [UInt8]

  /// Facts as given, for tests and to make a class again.
  public init(kind: String, handle: TrafficHandle, parent: TrafficHandle, options: [UInt8]) {
    self.kind = kind
    self.handle = handle
    self.parent = parent
    self.options = options
  }

  /// From the payload of RTM_NEWTCLASS: `tcmsg` and attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    guard payload.count >= 20 else { return nil }
    let attributes = Attributes(payload.dropFirst(20))
    guard let kind = attributes.string(Int(TCA_KIND)) else { return nil }
    self.init(
      kind: kind, handle: TrafficHandle(rawValue: payload.load(at: 8)),
      parent: TrafficHandle(rawValue: payload.load(at: 12)),
      options: attributes.bytes(Int(TCA_OPTIONS)).map(Array.init) ?? [])
  }
}

extension RouteSocket {
  /// The classes of all qdiscs of an interface. Equivalent to `tc class show dev DEV`.
  ///
  /// - Throws: ``NetlinkError``.
  public func classes(interface: Int32) throws(NetlinkError) -> [ClassFacts] {
    var header = tcmsg()
    header.tcm_ifindex = interface
    return try dump("classes of interface \(interface)", Message(Int(RTM_GETTCLASS), NLM_F_DUMP, header))
      .compactMap { ClassFacts($0.payload) }
  }

  /// Makes a class as it was dumped. Equivalent to `tc class add`.
  ///
  /// - Throws: ``NetlinkError``.
  public func addClass(_ facts: ClassFacts, to interface: Int32) throws(NetlinkError) {
    var header = tcmsg()
    header.tcm_ifindex = interface
    header.tcm_parent = facts.parent.rawValue
    header.tcm_handle = facts.handle.rawValue
    let message = Message(Int(RTM_NEWTCLASS), NLM_F_CREATE | NLM_F_EXCL, header)
    message.put(Int(TCA_KIND), string: facts.kind)
    if !facts.options.isEmpty { message.put(Int(TCA_OPTIONS), bytes: facts.options) }
    try connection.transact("add \(facts.kind) class \(facts.handle) to interface \(interface)", message)
  }
}
