import Foundation
import Synchronization

/// Takes values in order.
final class Received<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock { $0 } }
  func add(_ value: Value) { values.withLock { $0.append(value) } }
}

/// A notification center with one observer that writes down what `derive` makes of each notification.
final class Observed<Value: Sendable>: @unchecked Sendable {
  let center = NotificationCenter()
  let received = Received<Value>()
  private var token: (any NSObjectProtocol)?

  init(_ name: Notification.Name, _ derive: @escaping @Sendable (Notification) -> Value) {
    token = center.addObserver(forName: name, object: nil, queue: nil) { [received] in received.add(derive($0)) }
  }
}
