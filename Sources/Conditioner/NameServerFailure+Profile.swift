internal import Origin
internal import Profiles

extension NameServerFailure {
  /// As a profile says it.
  init(_ failure: DNSFailure) {
    switch failure {
    case .timeout: self = .timeout
    case .servfail: self = .servfail
    case .nxdomain: self = .nxdomain
    }
  }
}
