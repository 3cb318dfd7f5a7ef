import Dispatch
import Network
import PathEngine
import ReachabilityKit
import Testing

@Suite("ConnectionObserver")
struct ConnectionObserverTests {
  struct FirstInterface: ConnectionAttribute {
    let name: String?
    init(path: NWPath) { name = path.availableInterfaces.first?.name }
  }

  let queue = DispatchQueue(label: "test")

  @Test("has the value at once, and calls only when it is another")
  func changes() throws {
    let script = try ScriptedNetwork([.wifi()])
    let received = Received<FirstInterface>()
    let observer = script.use { ConnectionObserver<FirstInterface>(queue: queue) { received.add($0) } }
    #expect(observer.attribute.name == "wlan0")
    queue.sync {}
    #expect(received.all.isEmpty)
    // Another path, the same value.
    script.change { $0["wwan0"] = .cellular() }
    script.change { $0["wlan0"]?.isUp = false }
    queue.sync {}
    script.change { $0["wwan0"]?.isUp = false }
    queue.sync {}
    #expect(received.all.map(\.name) == ["wwan0", nil] && observer.attribute.name == nil)
    observer.cancel()
    observer.cancel()
    script.change { $0["wlan0"]?.isUp = true }
    queue.sync {}
    #expect(received.all.count == 2)
  }

  @Test("the basic value: connection and expense")
  func basic() throws {
    let script = try ScriptedNetwork([.cellular()])
    let received = Received<BasicConnectionAttribute>()
    let observer = script.use { ConnectionObserver<BasicConnectionAttribute>(queue: queue) }
    #expect(observer.attribute.hasConnection && observer.attribute.isExpensive)
    observer.handler = { received.add($0) }
    script.change { $0.interfaces = [.wifi()] }
    script.change { $0.interfaces = [] }
    queue.sync {}
    #expect(received.all.map(\.hasConnection) == [true, false] && received.all.map(\.isExpensive) == [false, false])
    observer.handler = nil
    script.change { $0.interfaces = [.wifi()] }
    queue.sync {}
    #expect(received.all.count == 2 && observer.attribute.hasConnection)
    observer.cancel()
  }

  @Test("goes away with its last reference, and its handler with it")
  func goesAway() throws {
    final class Held: Sendable {}
    let script = try ScriptedNetwork([.wifi()])
    weak var gone: ConnectionObserver<BasicConnectionAttribute>?
    weak var held: Held?
    do {
      let object = Held()
      held = object
      let observer = script.use {
        ConnectionObserver<BasicConnectionAttribute>(queue: queue) { _ in withExtendedLifetime(object) {} }
      }
      gone = observer
      script.change { $0["wlan0"]?.isUp = false }
    }
    queue.sync {}
    #expect(gone == nil && held == nil)
  }

  @Test("may be cancelled by its own handler")
  func cancelInside() throws {
    let script = try ScriptedNetwork([.wifi()])
    let received = Received<Bool>()
    let observer = script.use { ConnectionObserver<BasicConnectionAttribute>(queue: queue) }
    observer.handler = { [weak observer] value in
      received.add(value.hasConnection)
      observer?.cancel()
    }
    script.change { $0["wlan0"]?.isUp = false }
    script.change { $0["wlan0"]?.isUp = true }
    queue.sync {}
    #expect(received.all == [false])
  }
}
