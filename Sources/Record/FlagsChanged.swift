/// The reachability monitor's flags are others.
public struct FlagsChanged: Codable, Hashable, Sendable {
  /// Flags, as people and as programs read them.
  public struct Flags: Codable, Hashable, Sendable {
    /// Apple's letters, such as `-R -------`.
    public var letters: String
    /// The raw value of `SCNetworkReachabilityFlags`.
    public var number: UInt32

    /// Flags as given.
    public init(letters: String, number: UInt32) {
      self.letters = letters
      self.number = number
    }
  }

  /// The flags before; absent for the first.
  public var old: Flags?
  /// The flags now.
  public var new: Flags

  /// Flags as given.
  public init(old: Flags?, new: Flags) {
    self.old = old
    self.new = new
  }
}
