internal import LinuxSystem

/// The sockets of an origin, made in its namespace.
struct OriginSockets: Sendable {
  enum Stream: Sendable { case http, dns, echo }
  enum Datagram: Sendable { case dns, echo, measuring }

  let streams: [(Stream, StreamSocket)]
  let datagrams: [(Datagram, DatagramSocket)]

  /// Opens all services on every address.
  ///
  /// - Throws: `SystemError`.
  init(addresses: [String]) throws {
    var streams: [(Stream, StreamSocket)] = []
    var datagrams: [(Datagram, DatagramSocket)] = []
    for ip in addresses {
      for (stream, port) in [(Stream.http, 80), (.dns, 53), (.echo, 7)] as [(Stream, UInt16)] {
        streams.append((stream, try StreamSocket.listen(on: SocketAddress(ip: ip, port: port))))
      }
      for (datagram, port) in [(.dns, 53), (.echo, 7), (.measuring, MeasurementDatagram.port)] as [(Datagram, UInt16)] {
        datagrams.append((datagram, try DatagramSocket(udpBoundTo: SocketAddress(ip: ip, port: port))))
      }
    }
    self.streams = streams
    self.datagrams = datagrams
  }
}
