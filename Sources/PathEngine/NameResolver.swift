/// Looks names up.
public protocol NameResolver: Sendable {
  /// Calls `completion` at most once, from any thread; a look-up that nobody answers may never call it.
  func resolve(_ name: String, completion: @escaping @Sendable (ResolvedName) -> Void)
}
