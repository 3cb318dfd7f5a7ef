import LinuxSystem
import TestSupport
import Testing

@testable import Origin

/// Against curl, dig and bash: clients that were not written here.
@Suite struct OriginServersTests {
  static let addresses = ["203.0.113.1", "2001:db8::1"]

  func withOrigin(_ body: (LoopbackNamespace) async throws -> Void) async throws {
    let loopback = try await LoopbackNamespace(addresses: Self.addresses)
    let origin = try await OriginServers.start(
      in: loopback.namespace, addresses: Self.addresses, names: ["origin.test": Self.addresses])
    try await body(loopback)
    origin.stop()
    // 7 is curl's "failed to connect": the sockets are closed when stop has returned.
    #expect(try await loopback.run(["curl", "-s", "http://203.0.113.1/"]).status == 7)
  }

  @Test("curl gets 204, pages, bytes and errors over both families")
  func curl() async throws {
    try await withOrigin { loopback async throws in
      for host in ["203.0.113.1", "[2001:db8::1]"] {
        func curl(_ arguments: String...) async throws -> String {
          try await loopback.succeed(["curl", "-s", "--max-time", "20", "--noproxy", "*"] + arguments)
        }
        let url = "http://\(host)"
        #expect(try await curl("-w", "%{http_code} %{size_download}", "\(url)/generate_204") == "204 0")
        #expect(try await curl("\(url)/").hasPrefix("This is the origin"))
        // More than any socket buffer takes at once.
        #expect(
          try await curl("-o", "/dev/null", "-w", "%{http_code} %{size_download}", "\(url)/bytes/50000000")
            == "200 50000000")
        #expect(try await curl("-o", "/dev/null", "-w", "%{http_code}", "\(url)/nothing") == "404")
        #expect(try await curl("-o", "/dev/null", "-w", "%{http_code}", "-d", "x=1", "\(url)/") == "405")
        #expect(try await curl("-I", "\(url)/bytes/123").contains("Content-Length: 123\r\n"))
        // The second request needs no new connection.
        #expect(
          try await curl("-w", "%{num_connects} ", "\(url)/generate_204", "\(url)/generate_204") == "1 0 ")
      }
    }
  }

  @Test("what is no HTTP gets 400, and many clients at once are served")
  func odd() async throws {
    try await withOrigin { loopback async throws in
      let raw = "exec 3<>/dev/tcp/203.0.113.1/80; printf 'hello\\r\\n\\r\\n' >&3; cat <&3"
      #expect(try await loopback.succeed(["bash", "-c", raw]).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
      let many =
        "for i in $(seq 40); do curl -s -o /dev/null -w '%{size_download}\\n' http://203.0.113.1/bytes/300000 & done; wait"
      let sizes = try await loopback.succeed(["bash", "-c", many]).split(separator: "\n")
      #expect(sizes == Array(repeating: "300000", count: 40))
    }
  }

  @Test("dig gets A, AAAA, NXDOMAIN and NODATA over UDP and TCP")
  func dig() async throws {
    try await withOrigin { loopback async throws in
      for server in ["@203.0.113.1", "@2001:db8::1"] {
        for transport in ["+notcp", "+tcp"] {
          func dig(_ arguments: String...) async throws -> String {
            try await loopback.succeed(["dig", server, transport, "+tries=1", "+time=15"] + arguments)
          }
          #expect(try await dig("+short", "origin.test", "A") == "203.0.113.1\n")
          #expect(try await dig("+short", "origin.test", "AAAA") == "2001:db8::1\n")
          #expect(try await dig("+short", "+noedns", "localhost", "A") == "127.0.0.1\n")
          let missing = try await dig("missing.test", "A")
          #expect(missing.contains("status: NXDOMAIN"))
          #expect(!missing.lowercased().contains("warning"))
          let other = try await dig("origin.test", "MX")
          #expect(other.contains("status: NOERROR"))
          #expect(other.contains("ANSWER: 0,"))
        }
      }
    }
  }

  @Test("the echo services send back what they got, over UDP and TCP")
  func echo() async throws {
    try await withOrigin { loopback async throws in
      let tcp = "exec 3<>/dev/tcp/203.0.113.1/7; echo hello >&3; head -n1 <&3"
      #expect(try await loopback.succeed(["bash", "-c", tcp]) == "hello\n")
      let udp = "exec 3<>/dev/udp/203.0.113.1/7; echo hello >&3; timeout 5 head -n1 <&3"
      #expect(try await loopback.succeed(["bash", "-c", udp]) == "hello\n")
    }
  }

  @Test("an address that no interface has is named in the error")
  func missingAddress() async throws {
    let loopback = try await LoopbackNamespace()
    let error = await #expect(throws: SystemError.self) {
      _ = try await OriginServers.start(in: loopback.namespace, addresses: ["203.0.113.9"], names: [:])
    }
    #expect(error?.errno == .addressNotAvailable)
    #expect(error?.description.contains("203.0.113.9:80") == true)
  }
}
