/// How a probe ended.
public enum ProbeOutcome: String, Hashable, Sendable, Codable, CaseIterable {
  /// The right answer came in time; or late, see ``ProbeResult/isLate``.
  case reply
  /// No answer came in time.
  case timeout
  /// The target refused: nothing listens there, or it broke the connection off.
  case refused
  /// The kernel has no way to the target, or a router told so.
  case unreachable
  /// The name server answered, but with no address.
  case dnsFailure = "dns-failure"
  /// Something answered HTTP with anything but 204, as captive portals do.
  case portal
}
