extension Profile {
  /// Whether it does nothing to packets, whatever it is called.
  public var isUnconditioned: Bool {
    downlink == .none && uplink == .none && dnsDelay == .zero && dnsFailure == nil && linkState == .up
  }
}
