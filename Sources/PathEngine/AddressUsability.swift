internal import Netlink

extension AddressFacts {
  /// Whether connections can be made from it: not tentative, not optimistic and not a duplicate.
  ///
  /// A deprecated address counts: it is used where there is nothing better.
  var isUsable: Bool { !isTentative && !isOptimistic && !dadFailed }

  /// Whether it can be the source of a packet to a global address.
  ///
  /// An fe80::/10 address can't: no router forwards it. A 169.254.0.0/16 one can, since some clouds have nothing else.
  var isGlobalSource: Bool {
    isUsable && !prefix.address.isLoopback && !(prefix.address.family == .ipv6 && prefix.address.isLinkLocal)
  }
}
