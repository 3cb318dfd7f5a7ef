import Dispatch
import Synchronization

/// Counts from any thread.
final class Count: Sendable {
  private let count = Atomic(0)
  var value: Int { count.load(ordering: .sequentiallyConsistent) }
  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}
