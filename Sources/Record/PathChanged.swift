/// The path monitor's path is another one.
public struct PathChanged: Codable, Hashable, Sendable {
  /// A path.
  public struct Path: Codable, Hashable, Sendable {
    /// `satisfied`, `unsatisfied` or `requiresConnection`.
    public var status: String
    /// Why it is not satisfied.
    public var reason: String?
    /// The interfaces' names and types, the preferred one first.
    public var interfaces: [String]
    /// Whether it costs money.
    public var expensive: Bool
    /// `ipv4` and `ipv6`, as far as they can be used.
    public var families: [String]
    /// Whether a DNS server is configured.
    public var dns: Bool

    /// A path as given.
    public init(
      status: String, reason: String?, interfaces: [String], expensive: Bool, families: [String], dns: Bool
    ) {
      self.status = status
      self.reason = reason
      self.interfaces = interfaces
      self.expensive = expensive
      self.families = families
      self.dns = dns
    }
  }

  /// The path before; absent for the first.
  public var old: Path?
  /// The path now.
  public var new: Path

  /// Paths as given.
  public init(old: Path?, new: Path) {
    self.old = old
    self.new = new
  }
}
