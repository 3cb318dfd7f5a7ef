import Testing

@testable import Relay

@Suite("Flows")
struct FlowKeyTests {
  private func key(_ frame: [UInt8]) -> UInt64 { frame.withUnsafeBytes { FlowKey($0).hash } }
  private func isQuery(_ frame: [UInt8]) -> Bool { frame.withUnsafeBytes { FlowKey.isDNSQuery($0) } }

  @Test("the port that the client draws anew does not matter, the service's does")
  func ports() {
    for transport in [TestFrame.tcp, TestFrame.udp] {
      let first = key(TestFrame.ipv4(transport, 40_001, 443))
      #expect(first == key(TestFrame.ipv4(transport, 51_877, 443)))
      #expect(first != key(TestFrame.ipv4(transport, 40_001, 80)))
      let sixth = key(TestFrame.ipv6(transport, 40_001, 443))
      #expect(sixth == key(TestFrame.ipv6(transport, 51_877, 443)))
      #expect(sixth != key(TestFrame.ipv6(transport, 40_001, 80)))
    }
  }

  @Test("a server on a port that the system drew is the same flow in each run")
  func drawnServerPort() {
    #expect(key(TestFrame.ipv4(TestFrame.tcp, 40_001, 35_000)) == key(TestFrame.ipv4(TestFrame.tcp, 33_333, 60_000)))
    // 32767 is the last that is not drawn by Linux.
    #expect(key(TestFrame.ipv4(TestFrame.tcp, 40_001, 32_767)) != key(TestFrame.ipv4(TestFrame.tcp, 40_001, 35_000)))
  }

  @Test("addresses, protocol and family matter, an echo's identifier does not")
  func others() {
    let frames = [
      TestFrame.ipv4(TestFrame.tcp, 40_001, 443), TestFrame.ipv4(TestFrame.udp, 40_001, 443),
      TestFrame.ipv4(from: [192, 0, 2, 3], TestFrame.tcp, 40_001, 443),
      TestFrame.ipv4(to: [203, 0, 113, 2], TestFrame.tcp, 40_001, 443),
      TestFrame.ipv4(TestFrame.icmp, 0x0800, 0), TestFrame.ipv6(TestFrame.tcp, 40_001, 443),
      TestFrame.ipv6(from: TestFrame.address(3), TestFrame.tcp, 40_001, 443), TestFrame.arp(),
    ]
    #expect(Set(frames.map(key)).count == frames.count)
    #expect(key(TestFrame.ipv4(TestFrame.icmp, 0x0800, 7)) == key(TestFrame.ipv4(TestFrame.icmp, 0x0800, 9)))
  }

  @Test("options in the header move the ports, a later fragment has none")
  func options() {
    #expect(
      key(TestFrame.ipv4(TestFrame.tcp, 40_001, 443, optionWords: 3)) == key(TestFrame.ipv4(TestFrame.tcp, 40_001, 443))
    )
    #expect(
      key(TestFrame.ipv4(TestFrame.udp, 1, 2, fragmentOffset: 185))
        == key(TestFrame.ipv4(TestFrame.udp, 3, 4, fragmentOffset: 370)))
  }

  @Test("DNS queries are UDP to port 53 in either family, and nothing else is")
  func queries() {
    #expect(isQuery(TestFrame.ipv4(TestFrame.udp, 40_001, 53)))
    #expect(isQuery(TestFrame.ipv4(TestFrame.udp, 40_001, 53, optionWords: 10)))
    #expect(isQuery(TestFrame.ipv6(TestFrame.udp, 40_001, 53)))
    for frame in [
      TestFrame.ipv4(TestFrame.udp, 53, 40_001), TestFrame.ipv4(TestFrame.tcp, 40_001, 53),
      TestFrame.ipv4(TestFrame.udp, 40_001, 5353), TestFrame.ipv4(TestFrame.udp, 40_001, 53, fragmentOffset: 185),
      TestFrame.ipv6(TestFrame.tcp, 40_001, 53), TestFrame.ipv6(TestFrame.udp, 53, 40_001), TestFrame.arp(),
    ] {
      #expect(!isQuery(frame))
    }
  }

  @Test("a frame cut at any byte is read no further than it goes")
  func cut() {
    for whole in [
      TestFrame.ipv4(TestFrame.udp, 40_001, 53, optionWords: 10), TestFrame.ipv6(TestFrame.udp, 40_001, 53),
    ] {
      for length in 0...whole.count {
        // Bounds are checked in a debug build: reading past the end would end the test.
        let frame = Array(whole.prefix(length))
        if length < 42 { #expect(!isQuery(frame)) }
        #expect(key(frame) == key(frame))
      }
    }
  }

  @Test("keys are the same on any machine")
  func golden() {
    // Computed apart from this code, from the description of FlowKey and SeededMix alone.
    let expected: [(frame: [UInt8], key: UInt64)] = [
      (TestFrame.ipv4(TestFrame.tcp, 40_001, 443), 3_641_081_977_538_790_821),
      (TestFrame.ipv6(TestFrame.udp, 40_001, 53), 5_237_912_574_280_878_734),
      (TestFrame.arp(), 16_124_246_823_759_388_553),
    ]
    for (frame, expected) in expected { #expect(key(frame) == expected) }
  }
}
