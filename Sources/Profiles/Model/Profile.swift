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
  /// How the lab's name server fails; nil if it answers.
  public var dnsFailure: DNSFailure?
  /// Which packets all of this is for.
  public var family: ProtocolFamily
  /// What the client's interface looks like.
  public var interfaceType: InterfaceType
  /// What kind of mobile network it is; nil if that is not said.
  public var radio: RadioTechnology?
  /// Whether the path over it counts as expensive, as a mobile network does.
  public var isExpensive: Bool
  /// Whether the path over it counts as constrained, as in Low Data Mode.
  public var isConstrained: Bool
  /// Whether the link is there at all.
  public var linkState: LinkState

  /// A link that does nothing to packets.
  public static let unconditioned = Profile(name: "Unconditioned", summary: "A link that does nothing to packets.")

  /// The same over an interface of a type.
  public static func unconditioned(_ type: InterfaceType) -> Profile {
    var profile = unconditioned
    profile.interfaceType = type
    return profile
  }

  /// A profile; what is left out is not impaired.
  public init(
    name: String, summary: String? = nil, downlink: LinkConditions = .none, uplink: LinkConditions = .none,
    dnsDelay: Duration = .zero, dnsFailure: DNSFailure? = nil, family: ProtocolFamily = .any,
    interfaceType: InterfaceType = .wifi, radio: RadioTechnology? = nil, isExpensive: Bool = false,
    isConstrained: Bool = false, linkState: LinkState = .up
  ) {
    self.name = name
    self.summary = summary
    self.downlink = downlink
    self.uplink = uplink
    self.dnsDelay = dnsDelay
    self.dnsFailure = dnsFailure
    self.family = family
    self.interfaceType = interfaceType
    self.radio = radio
    self.isExpensive = isExpensive
    self.isConstrained = isConstrained
    self.linkState = linkState
  }
}
