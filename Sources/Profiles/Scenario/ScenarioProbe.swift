/// The probe's rules in a scenario; nil is the tool's own choice.
public struct ScenarioProbe: Hashable, Sendable {
  /// From the start of one probe to the next.
  public var interval: Duration?
  /// How long an answer is waited for.
  public var timeout: Duration?
  /// So many probes missed in a row are offline.
  public var failuresToGoOffline: Int?
  /// So many answers in a row are online again.
  public var successesToComeOnline: Int?

  /// Rules; what is left out is the tool's choice.
  public init(
    interval: Duration? = nil, timeout: Duration? = nil, failuresToGoOffline: Int? = nil,
    successesToComeOnline: Int? = nil
  ) {
    self.interval = interval
    self.timeout = timeout
    self.failuresToGoOffline = failuresToGoOffline
    self.successesToComeOnline = successesToComeOnline
  }
}
