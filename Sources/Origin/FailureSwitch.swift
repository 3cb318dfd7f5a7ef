internal import Synchronization

/// How the name server fails now; set from any thread, read by the one that answers.
final class FailureSwitch: Sendable {
  private let number = Atomic<UInt8>(0)

  /// nil while it answers.
  var current: NameServerFailure? { NameServerFailure(rawValue: number.load(ordering: .acquiring)) }

  func set(_ failure: NameServerFailure?) { number.store(failure?.rawValue ?? 0, ordering: .releasing) }
}
