/// A raw kernel event about a link, an address or a route.
public struct KernelChange: Codable, Hashable, Sendable {
  /// Which object.
  public var what: String
  /// Its state before, where it was known.
  public var before: String?
  /// Its state now; absent if it is gone.
  public var after: String?

  /// Facts as given.
  public init(what: String, before: String?, after: String?) {
    self.what = what
    self.before = before
    self.after = after
  }
}
