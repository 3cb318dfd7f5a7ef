/// What became of a TCP socket of the program under test, as the kernel's socket table told when it was looked at.
public struct AppSocket: Codable, Hashable, Sendable {
  /// Its own address and port.
  public var local: String
  /// The other end's.
  public var remote: String
  /// What is new: `connecting`, `connected`, `retransmitting`, `recovered`, `closing` or `closed`.
  public var what: String
  /// Its state as `ss` names it, such as `SYN-SENT` or `ESTAB`; absent once it is gone.
  public var state: String?
  /// How often in a row the oldest unanswered segment has been sent again.
  public var retransmits: Int
  /// The smoothed round trip in nanoseconds; absent before the first.
  public var rtt: Int64?

  /// Facts as given.
  public init(local: String, remote: String, what: String, state: String?, retransmits: Int, rtt: Int64?) {
    self.local = local
    self.remote = remote
    self.what = what
    self.state = state
    self.retransmits = retransmits
    self.rtt = rtt
  }
}
