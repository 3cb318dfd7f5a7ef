public import Netlink

/// Whether packets can leave by a link, and what stands in the way.
///
/// `LOWER_UP` alone is not enough: a veth passes through `UP,LOWER_UP` with LOWERLAYERDOWN while it comes up. The state
/// UNKNOWN must be taken as usable (the kernel's operstates document): loopback and tunnels never say more.
public enum LinkUsability: String, Hashable, Sendable, CaseIterable {
  /// They can.
  case usable
  /// It is administratively down: `IFF_UP` is missing.
  case down
  /// There is no carrier, `IFF_LOWER_UP` or `IFF_RUNNING` is missing, or what it stands on is down.
  case noCarrier = "no carrier"
  /// It waits for something, such as 802.1X: `IFF_DORMANT` or `IF_OPER_DORMANT`.
  case dormant
  /// It is being tested: `IF_OPER_TESTING`.
  case testing

  /// Judges a link by its flags and its operational state.
  public init(_ link: LinkFacts) {
    if !link.flags.contains(.up) {
      self = .down
    } else if link.flags.contains(.dormant) || link.operationalState == .dormant {
      self = .dormant
    } else if link.operationalState == .testing {
      self = .testing
    } else if !link.flags.isSuperset(of: [.lowerUp, .running])
      || ![.up, .unknown].contains(link.operationalState)
    {
      self = .noCarrier
    } else {
      self = .usable
    }
  }
}
