import LinuxSystem
import Synchronization

/// A server of a test on a thread of its own: what it does is a closure that is called for each thing that comes.
final class TestServer: Sendable {
  private final class Control: Sendable {
    let isStopped = Atomic(false)
    let poller: Poller
    init() throws { poller = try Poller() }
  }

  private let control: Control
  private let thread: OwnThread

  /// Answers datagrams at `address`: each with those that `answer` gives, after their delays in nanoseconds.
  init(
    in namespace: NetworkNamespace, datagrams address: SocketAddress,
    answer: @escaping @Sendable (_ bytes: [UInt8]) -> [(delay: Int64, bytes: [UInt8])]
  ) throws {
    let control = try Control()
    self.control = control
    thread = try OwnThread.start(name: "lc-server", in: namespace) {
      let socket = try DatagramSocket(udpBoundTo: address)
      try control.poller.add(socket.descriptor, token: 0, .read)
      return {
        var due: [(time: Int64, bytes: [UInt8], client: SocketAddress)] = []
        do {
          while !control.isStopped.load(ordering: .acquiring) {
            _ = try control.poller.wait(until: due.map(\.time).min())
            while let datagram = try socket.receive() {
              due += answer(datagram.bytes).map { (MonotonicClock.now() + $0.delay, $0.bytes, datagram.sender) }
            }
            let now = MonotonicClock.now()
            for one in due.filter({ $0.time <= now }) { try socket.send(one.bytes, to: one.client) }
            due.removeAll { $0.time <= now }
          }
        } catch {
          // The test then misses its answers and fails.
        }
      }
    }
  }

  /// Answers every connection at `address` with `bytes` once something was sent, and closes it.
  init(in namespace: NetworkNamespace, connections address: SocketAddress, answer bytes: [UInt8]) throws {
    let control = try Control()
    self.control = control
    thread = try OwnThread.start(name: "lc-server", in: namespace) {
      let listener = try StreamSocket.listen(on: address)
      try control.poller.add(listener.descriptor, token: 0, .read)
      return {
        var clients: [UInt64: StreamSocket] = [:]
        do {
          while !control.isStopped.load(ordering: .acquiring) {
            for ready in try control.poller.wait(until: nil) {
              if let client = clients[ready.token] {
                if try client.read(upTo: 4096) != nil {
                  _ = try client.write(bytes[...])
                  clients[ready.token] = nil
                }
              } else if let client = try listener.accept() {
                let token = UInt64(client.descriptor)
                try control.poller.add(client.descriptor, token: token, .read)
                clients[token] = client
              }
            }
          }
        } catch {
          // The test then misses its answers and fails.
        }
      }
    }
  }

  func stop() {
    control.isStopped.store(true, ordering: .releasing)
    control.poller.wake()
    thread.join()
  }
}
