/// A probe left.
public struct ProbeSent: Codable, Hashable, Sendable {
  /// Its number.
  public var sequence: Int
  /// `icmp`, `udp`, `http` or `dns`.
  public var kind: String
  /// Where it went.
  public var target: String

  /// Facts as given.
  public init(sequence: Int, kind: String, target: String) {
    self.sequence = sequence
    self.kind = kind
    self.target = target
  }
}
