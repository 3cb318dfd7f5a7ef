internal import LinuxSystem

/// Asks the machine's own name servers what the origin's does not know, over UDP, and pairs the answers with the askers.
final class NameForwarder {
  /// An answer and whom it is for.
  struct Delivery {
    let bytes: [UInt8]
    let socket: DatagramSocket
    let asker: SocketAddress
  }

  private struct Waiting {
    let query: [UInt8]
    let socket: DatagramSocket
    let asker: SocketAddress
    var server: Int
    var deadline: Int64
  }

  /// How long a server has before the next is asked, in nanoseconds: the least that `resolv.conf` can ask of a resolver,
  /// whose own 5 s so leave time for three servers.
  static let patience: Int64 = 1_000_000_000
  /// More queries at once than this are dropped, as by any server that is too busy.
  static let most = 1024

  /// One for each server, connected to it.
  let sockets: [DatagramSocket]
  private var waiting: [UInt16: Waiting] = [:]

  /// - Parameter sockets: Those of ``connect(to:)``.
  init(_ sockets: [DatagramSocket]) { self.sockets = sockets }

  /// A socket of the calling thread's namespace for each server that there is a route to, best first.
  ///
  /// - Throws: `SystemError` if no socket can be made.
  static func connect(to servers: [SocketAddress]) throws(SystemError) -> [DatagramSocket] {
    var sockets: [DatagramSocket] = []
    for server in servers {
      let socket = try DatagramSocket(udp: server.family)
      do throws(SystemError) {
        try socket.connect(to: server)
        sockets.append(socket)
      } catch {
        // Such as an IPv6 server on a machine without an IPv6 route: the others are asked, and without any names fail.
      }
    }
    return sockets
  }

  /// When ``expire(at:)`` has something to do; nil if nothing is waited for.
  var nextDeadline: Int64? { waiting.values.lazy.map(\.deadline).min() }

  /// Asks the first server.
  ///
  /// - Parameters:
  ///   - query: At least 12 bytes.
  ///   - socket: What the answer is to be sent by.
  ///   - now: Nanoseconds of CLOCK_MONOTONIC.
  /// - Returns: an answer at once if no server can be asked.
  func forward(_ query: [UInt8], from asker: SocketAddress, by socket: DatagramSocket, at now: Int64) -> Delivery? {
    guard waiting.count < Self.most else { return nil }
    var id = UInt16.random(in: 0...UInt16.max)
    while waiting[id] != nil { id &+= 1 }
    waiting[id] = Waiting(query: query, socket: socket, asker: asker, server: -1, deadline: now)
    return askNext(id, at: now)
  }

  /// Takes the answers that one of ``sockets`` has.
  func receive(from server: Int, at now: Int64) -> [Delivery] {
    var deliveries: [Delivery] = []
    do throws(SystemError) {
      while let datagram = try sockets[server].receive(upTo: 65_535) {
        var bytes = datagram.bytes
        guard bytes.count >= 12, bytes[2] & 0x80 != 0 else { continue }
        // An answer to what was asked of a server before is as good.
        guard let known = waiting.removeValue(forKey: UInt16(bytes[0]) << 8 | UInt16(bytes[1])) else { continue }
        (bytes[0], bytes[1]) = (known.query[0], known.query[1])
        deliveries.append(Delivery(bytes: bytes, socket: known.socket, asker: known.asker))
      }
    } catch {
      // It refuses or cannot be reached: those that wait for it ask the next one at once.
      for (id, known) in waiting where known.server == server {
        if let delivery = askNext(id, at: now) { deliveries.append(delivery) }
      }
    }
    return deliveries
  }

  /// Asks the next server for what has waited long enough; "server failure" where there is none left.
  func expire(at now: Int64) -> [Delivery] {
    waiting.filter { $0.value.deadline <= now }.keys.compactMap { askNext($0, at: now) }
  }

  private func askNext(_ id: UInt16, at now: Int64) -> Delivery? {
    guard var known = waiting[id] else { return nil }
    known.server += 1
    while sockets.indices.contains(known.server) {
      var query = known.query
      (query[0], query[1]) = (UInt8(id >> 8), UInt8(id & 0xff))
      do throws(SystemError) {
        try sockets[known.server].send(query)
        known.deadline = now + Self.patience
        waiting[id] = known
        return nil
      } catch {
        // This one cannot be reached now.
        known.server += 1
      }
    }
    waiting[id] = nil
    // QR, what was asked, RA and SERVFAIL; the question goes back with it.
    var answer = known.query
    answer[2] |= 0x80
    answer[3] = 0x80 | DNSMessage.ResponseCode.serverFailure.rawValue
    return Delivery(bytes: answer, socket: known.socket, asker: known.asker)
  }
}
