import Netlink
import Testing

@Suite("Addresses as text")
struct AddressTextTests {
  @Test(
    "an address is read and shown",
    arguments: ["192.0.2.1", "0.0.0.0", "255.255.255.255", "::", "::1", "2001:db8::1", "fe80::ff:fe00:1"])
  func addresses(text: String) {
    #expect(IPAddress(text)?.description == text)
  }

  @Test("what is no address is refused", arguments: ["", "192.0.2", "192.0.2.256", "1.2.3.4\0x", "fe80::1%lo", "::g"])
  func noAddresses(text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test("a prefix is read and shown", arguments: ["192.0.2.2/24", "0.0.0.0/0", "192.0.2.1/32", "2001:db8::2/128"])
  func prefixes(text: String) {
    #expect(IPPrefix(text)?.description == text)
  }

  @Test(
    "what is no prefix is refused",
    arguments: ["192.0.2.2", "192.0.2.2/33", "2001:db8::/129", "192.0.2.2/", "192.0.2.2/+4", "192.0.2.2/04", "/8"])
  func noPrefixes(text: String) {
    #expect(IPPrefix(text) == nil)
  }

  @Test("a hardware address is read and shown")
  func hardware() {
    #expect(HardwareAddress("02:00:5E:00:53:af")?.description == "02:00:5e:00:53:af")
    for text in [
      "", "02:00:5e:00:53", "02:00:5e:00:53:af:00", "+2:00:5e:00:53:af", "002:0:5e:00:53:af", "02:00::00:53:af",
    ] {
      #expect(HardwareAddress(text) == nil)
    }
  }

  @Test(
    "addresses know what they are for",
    arguments: [
      ("127.1.2.3", true, false, false), ("::1", true, false, false), ("169.254.1.1", false, true, false),
      ("fe80::1", false, true, false), ("febf::1", false, true, false), ("fec0::1", false, false, false),
      ("0.0.0.0", false, false, true), ("::", false, false, true), ("203.0.113.1", false, false, false),
    ])
  func purposes(text: String, loopback: Bool, linkLocal: Bool, unspecified: Bool) throws {
    let address = try #require(IPAddress(text))
    #expect([address.isLoopback, address.isLinkLocal, address.isUnspecified] == [loopback, linkLocal, unspecified])
  }

  @Test("handles are shown as tc shows them")
  func handles() {
    #expect("\(TrafficHandle(1))" == "1:0")
    #expect("\(TrafficHandle(0x4c43, 0x10))" == "4c43:10")
    #expect("\(TrafficHandle.root) \(TrafficHandle.ingress) \(TrafficHandle.ingressHandle)" == "root ingress ffff:0")
  }
}
