/// A named set of link conditions.
public struct Profile: Hashable, Sendable {
  /// The name, as shown; it is looked up ignoring case, spaces, `-` and `_`.
  public var name: String
  /// One line on what it stands for.
  public var summary: String?
  /// What happens to packets towards the client.
  public var downlink: LinkConditions
  /// What happens to packets from the client.
  public var uplink: LinkConditions
  /// What a DNS query over UDP waits before it enters the uplink, which delays it again.
  public var dnsDelay: Duration
  /// What the client's interface looks like.
  public var interfaceType: InterfaceType
  /// Whether the path over it counts as expensive, as a mobile network does.
  public var isExpensive: Bool
  /// Whether the link is there at all.
  public var linkState: LinkState

  /// A link that does nothing to packets.
  public static let unconditioned = Profile(name: "Unconditioned", summary: "A link that does nothing to packets.")

  /// A profile; what is left out is not impaired.
  public init(
    name: String, summary: String? = nil, downlink: LinkConditions = .none, uplink: LinkConditions = .none,
    dnsDelay: Duration = .zero, interfaceType: InterfaceType = .wifi, isExpensive: Bool = false,
    linkState: LinkState = .up
  ) {
    self.name = name
    self.summary = summary
    self.downlink = downlink
    self.uplink = uplink
    self.dnsDelay = dnsDelay
    self.interfaceType = interfaceType
    self.isExpensive = isExpensive
    self.linkState = linkState
  }
}
