/// How the origin's name server fails, over UDP and TCP alike.
public enum NameServerFailure: UInt8, Hashable, Sendable, CaseIterable {
  /// No query is answered; connections stay open.
  case timeout = 1
  /// Every name is answered with SERVFAIL (RFC 1035, code 2).
  case servfail
  /// Every name is answered with NXDOMAIN (RFC 1035, code 3).
  case nxdomain

  /// What an answer says; nil where there is none.
  var responseCode: DNSMessage.ResponseCode? {
    switch self {
    case .timeout: nil
    case .servfail: .serverFailure
    case .nxdomain: .noSuchName
    }
  }
}
