import Netlink
import Testing

@testable import Conditioner

@Suite("SSH sessions in the kernel's table")
struct SessionTests {
  /// As `/proc/net/tcp` and `tcp6` print it on a little-endian machine.
  private static let text = """
      sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
       0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0
       1: 010200C0:0016 090200C0:D431 01 00000000:00000000 02:000A7214 00000000     0        0 12 2 0 20 4 30 10 -1
       2: 010200C0:08AE 090200C0:D432 01 00000000:00000000 02:000A7214 00000000     0        0 13 2 0 20 4 30 10 -1
       3: 0000000000000000FFFF0000010200C0:0016 0000000000000000FFFF0000080200C0:D433 01 0:0 0:0 0 0 0 14 1 0 20 4 30 10 -1
       4: B80D0120000000000000000001000000:0016 B80D0120000000000000000009000000:D434 01 0:0 0:0 0 0 0 15 1 0 20 4 30 10 -1
       5: damaged
    """

  @Test("established ones are read, IPv4 within IPv6 as IPv4")
  func reading() {
    let connections = TCPConnection.established(Self.text)
    #expect(connections.map(\.inode) == [12, 13, 14, 15])
    #expect(connections.map(\.local.description) == ["192.0.2.1", "192.0.2.1", "192.0.2.1", "2001:db8::1"])
    #expect(connections.map(\.remote.description) == ["192.0.2.9", "192.0.2.9", "192.0.2.8", "2001:db8::9"])
    #expect(connections.map(\.localPort) == [22, 2222, 22, 22])
  }

  @Test("those of port 22, and of the server that this process descends from on any port")
  func sessions() {
    let connections = TCPConnection.established(Self.text)
    #expect(TCPConnection.sessions(connections, ofServer: []).map(\.inode) == [12, 14, 15])
    #expect(TCPConnection.sessions(connections, ofServer: [13]).map(\.inode) == [12, 13, 14, 15])
  }
}
