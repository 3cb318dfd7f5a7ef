internal import CNetlink

/// A filter as the kernel holds it. Equivalent to an entry of `tc -j filter show`.
public struct FilterFacts: Hashable, Sendable {
  /// The interface.
  public var interfaceIndex: Int32
  /// The kernel's name of its kind, such as `u32`.
  public var kind: String
  /// Filters are tried in ascending order of it.
  public var priority: UInt16
  /// The EtherType it is registered for; 3 is all.
  public var etherType: UInt16
  /// The interface that it sends packets to, if it is a u32 filter whose first action is a redirect.
  public var redirectTarget: Int32?

  /// From the payload of RTM_NEWTFILTER: `tcmsg` and attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    guard payload.count >= 20 else { return nil }
    let attributes = Attributes(payload.dropFirst(20))
    guard let kind = attributes.string(Int(TCA_KIND)) else { return nil }
    self.kind = kind
    interfaceIndex = payload.load(at: 4)
    let information: UInt32 = payload.load(at: 16)
    priority = UInt16(information >> 16)
    etherType = UInt16(truncatingIfNeeded: information).byteSwapped
    guard kind == "u32",
      let action = attributes.nested(Int(TCA_OPTIONS))?.nested(Int(TCA_U32_ACT))?.nested(1),
      action.string(Int(TCA_ACT_KIND)) == "mirred",
      let parameters = action.nested(Int(TCA_ACT_OPTIONS))?.bytes(Int(TCA_MIRRED_PARMS))
    else { return }
    // struct tc_mirred: five words of tc_gen, eaction, ifindex.
    redirectTarget = parameters.load(at: 24)
  }
}
