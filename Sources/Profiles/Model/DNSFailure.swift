/// How the lab's name server fails.
public enum DNSFailure: String, Hashable, Sendable, Codable, CaseIterable {
  /// Queries are never answered.
  case timeout
  /// The server says that it failed (SERVFAIL, code 2 of RFC 1035).
  case servfail
  /// The server says that no name exists (NXDOMAIN, code 3 of RFC 1035).
  case nxdomain
}
