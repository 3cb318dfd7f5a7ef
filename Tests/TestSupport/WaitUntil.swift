/// A condition that did not come true in time.
public struct WaitedInVain: Error, CustomStringConvertible {
  /// What was waited for.
  public let condition: String
  /// How long.
  public let deadline: Duration
  /// One line.
  public var description: String { "waited \(deadline) in vain until \(condition)" }
}

/// Looks every 5 ms whether `isTrue`, and throws ``WaitedInVain`` if it is not within `deadline`.
///
/// - Parameter condition: What is waited for, in words, such as `"the namespace is gone"`.
public func waitUntil(
  _ condition: String, deadline: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
  isTrue: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + deadline
  while try await !isTrue() {
    guard ContinuousClock.now < end else { throw WaitedInVain(condition: condition, deadline: deadline) }
    try await Task.sleep(for: .milliseconds(5))
  }
}
