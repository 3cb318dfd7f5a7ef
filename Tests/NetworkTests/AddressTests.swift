import Network
import PathEngine
import Testing

@Suite("Addresses and endpoints")
struct AddressTests {
  @Test(
    "IPv4 text, bytes and kinds",
    arguments: [
      ("192.0.2.1", [192, 0, 2, 1], ""), ("127.9.9.9", [127, 9, 9, 9], "loopback"),
      ("169.254.1.1", [169, 254, 1, 1], "link-local"), ("239.1.1.1", [239, 1, 1, 1], "multicast"),
    ] as [(String, [UInt8], String)])
  func ipv4(_ text: String, _ bytes: [UInt8], _ kind: String) throws {
    let address = try #require(IPv4Address(text))
    #expect(address.rawValue == Data(bytes) && address.debugDescription == text)
    #expect(address == IPv4Address(Data(bytes)))
    #expect(address.isLoopback == (kind == "loopback"))
    #expect(address.isLinkLocal == (kind == "link-local"))
    #expect(address.isMulticast == (kind == "multicast"))
  }

  @Test(
    "IPv6 text and kinds",
    arguments: [
      ("2001:db8::1", ""), ("::1", "loopback"), ("fe80::1", "link-local"), ("ff02::1", "multicast"),
      ("fd00::1", "unique"),
    ])
  func ipv6(_ text: String, _ kind: String) throws {
    let address = try #require(IPv6Address(text))
    #expect(address.debugDescription == text && address.rawValue.count == 16)
    #expect(address.isLoopback == (kind == "loopback"))
    #expect(address.isLinkLocal == (kind == "link-local"))
    #expect(address.isMulticast == (kind == "multicast"))
    #expect(address.isUniqueLocal == (kind == "unique"))
  }

  @Test(
    "what is no address is refused", arguments: ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "host", "::1", "1.2.3.4%nil9"])
  func notIPv4(_ text: String) { #expect(IPv4Address(text) == nil) }

  @Test("bytes of another count are refused")
  func counts() {
    #expect(IPv4Address(Data([1, 2, 3])) == nil)
    #expect(IPv6Address(Data(repeating: 0, count: 15)) == nil)
  }

  @Test("constants")
  func constants() {
    #expect(IPv4Address.any == IPv4Address("0.0.0.0") && IPv4Address.loopback == IPv4Address("127.0.0.1"))
    #expect(IPv6Address.any == IPv6Address("::") && IPv6Address.loopback == IPv6Address("::1"))
    #expect(IPv6Address.linkLocalNodes == IPv6Address("ff02::1"))
    #expect(IPv6Address("::ffff:192.0.2.1")?.asIPv4 == IPv4Address("192.0.2.1"))
  }

  @Test("an address with an interface knows its type")
  func scoped() throws {
    let script = try ScriptedNetwork([.wifi()])
    let address = try #require(script.use { IPv6Address("fe80::1%wlan0") })
    #expect(address.interface?.name == "wlan0" && address.interface?.type == .wifi)
    #expect(address.debugDescription == "fe80::1%wlan0")
    #expect(address != IPv6Address("fe80::1"))
  }

  @Test("is usable as an existential")
  func existential() throws {
    let addresses: [any IPAddress] = [IPv4Address.loopback, IPv6Address.loopback]
    #expect(addresses.allSatisfy(\.isLoopback) && addresses.allSatisfy { $0.interface == nil })
  }

  @Test("a host is an address where the text is one")
  func hosts() {
    #expect(NWEndpoint.Host("192.0.2.1") == .ipv4(IPv4Address(Data([192, 0, 2, 1]))!))
    #expect(NWEndpoint.Host("2001:db8::1").debugDescription == "2001:db8::1")
    #expect(("origin.test" as NWEndpoint.Host) == .name("origin.test", nil))
  }

  @Test("ports")
  func ports() {
    #expect(NWEndpoint.Port(rawValue: 80) == .http && NWEndpoint.Port("443") == .https)
    #expect(NWEndpoint.Port("no such service") == nil && NWEndpoint.Port("70000") == nil && NWEndpoint.Port("") == nil)
    #expect("\(443 as NWEndpoint.Port)" == "443")
  }

  @Test("endpoints as text")
  func endpoints() throws {
    #expect("\(NWEndpoint.hostPort(host: "origin.test", port: 80))" == "origin.test:80")
    #expect("\(NWEndpoint.hostPort(host: "2001:db8::1", port: 80))" == "2001:db8::1.80")
    #expect("\(NWEndpoint.unix(path: "/run/x"))" == "/run/x")
    let url = try #require(URL(string: "http://origin.test/"))
    #expect("\(NWEndpoint.url(url))" == "http://origin.test/")
    #expect(NWEndpoint.hostPort(host: "a", port: 1).interface == nil)
  }
}
