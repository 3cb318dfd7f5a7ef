import ReachabilityKit
import Testing

@testable import LinkcondCommand

@Suite("The arguments of monitor")
struct MonitorArgumentsTests {
  private func arguments(_ words: String...) throws -> MonitorArguments? {
    guard case .monitor(let arguments) = try Invocation(["monitor"] + words) else { return nil }
    return arguments
  }

  @Test("are read")
  func all() throws {
    let read = try #require(
      try arguments(
        "--namespace", "blue", "--host", "example.test", "--probe", "http://origin.test/", "--interface", "eth0",
        "--json",
        "--for", "2s"))
    #expect(read.namespace == "blue" && read.host == "example.test" && read.interface == "eth0" && read.isJSON)
    #expect(read.duration == .seconds(2))
    #expect(read.probe?.kind == .http && read.probe?.path == "/generate_204")
    #expect(try arguments()?.probe == nil)
  }

  @Test(
    "refuse a URL as a host, and what is no probe",
    arguments: ["--host http://a/", "--probe a", "--for 0s", "--probe https://a/"])
  func refused(words: String) {
    #expect(throws: UsageError.self) { _ = try Invocation(["monitor"] + words.split(separator: " ").map(String.init)) }
  }

  @Test(
    "a probe is a scheme, a host, a port where there is one, and a path where there can be one",
    arguments: [
      ("http://a.test", ProbeKind.http, "a.test", UInt16(80), "/generate_204"),
      ("HTTP://a.test:8080/x/y?z#f", .http, "a.test", 8080, "/x/y?z"), ("http://a.test?q", .http, "a.test", 80, "/?q"),
      ("http://[2001:db8::1]/x", .http, "2001:db8::1", 80, "/x"), ("tcp://[::1]:22", .tcp, "::1", 22, ""),
      ("icmp://192.0.2.1", .icmpEcho, "192.0.2.1", 0, ""), ("udp://a", .udpEcho, "a", 7, ""),
      ("dns://192.0.2.53/a.test", .dns, "192.0.2.53", 53, "a.test"),
    ])
  func addresses(text: String, kind: ProbeKind, host: String, port: UInt16, path: String) throws {
    let address = try ProbeAddress(text)
    #expect(address.kind == kind && address.host == host && address.port == port && address.path == path)
    let configuration = address.configuration(addresses: ["192.0.2.1", "2001:db8::1"], interface: "eth0")
    #expect(configuration.decidingKinds == [kind] && configuration.interface == "eth0")
    #expect(configuration.probesHTTP == (kind == .http) && (configuration.tcpPort != nil) == (kind == .tcp))
    #expect((configuration.echo == .off) == !kind.isEcho && (configuration.dnsServer != nil) == (kind == .dns))
  }

  @Test(
    "and nothing else is one",
    arguments: [
      "", "a.test", "ftp://a", "https://a", "http://", "http://:80", "http://a:0", "http://a:99999", "http://u@a/",
      "http://a b/", "http://a/ä", "tcp://a", "tcp://a:1/x", "icmp://a:1", "udp://a/x", "dns://a", "dns://a/",
      "http://::1/", "http://[::1", "http://[::1]80/",
    ])
  func noAddresses(text: String) { #expect(throws: ValueFault.self) { _ = try ProbeAddress(text) } }
}
