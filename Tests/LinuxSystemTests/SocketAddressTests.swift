internal import LinuxSystem
internal import Testing

@Suite struct SocketAddressTests {
  @Test(
    "an address is written as it is read",
    arguments: [
      ("203.0.113.1:80", "203.0.113.1", 80, SocketAddress.Family.ipv4), ("0.0.0.0:0", "0.0.0.0", 0, .ipv4),
      ("[2001:db8::1]:65535", "2001:db8::1", 65_535, .ipv6), ("[::]:53", "::", 53, .ipv6),
    ])
  func roundTrip(text: String, ip: String, port: UInt16, family: SocketAddress.Family) throws {
    let address = try #require(SocketAddress(text))
    #expect(address.ip == ip)
    #expect(address.port == port)
    #expect(address.family == family)
    #expect(address.description == text)
    #expect(try SocketAddress(ip: ip, port: port) == address)
  }

  @Test(
    "what is no address with a port is refused",
    arguments: [
      "", ":", "203.0.113.1", "203.0.113.1:", "203.0.113.1:65536", "203.0.113.1:-1", "203.0.113:80",
      "[203.0.113.1]:80", "2001:db8::1:80:", "2001:db8::1", "[2001:db8::1]", "[2001:db8::g]:80", "localhost:80",
    ])
  func refused(text: String) { #expect(SocketAddress(text) == nil) }

  @Test("an address that is none is named, with an example")
  func refusedWithAdvice() {
    let error = #expect(throws: SystemError.self) { try SocketAddress(ip: "203.0.113.256", port: 80) }
    #expect(
      error?.description
        == "Cannot read the address '203.0.113.256': Invalid argument. "
        + "Write an IPv4 or IPv6 address, such as 203.0.113.1 or 2001:db8::1.")
  }
}
