import CNetlink
import Testing

@testable import Netlink

@Suite("Reading what the kernel says")
struct ReadingTests {
  /// One netem for each field that can be told apart, and one with all.
  static let netems: [Netem] = {
    let fields: [(inout Netem) -> Void] = [
      { _ in }, { $0.delayNanoseconds = 300_000_000_001 }, { $0.jitterNanoseconds = 2_147_483_647 },
      { $0.delayCorrelation = 1 }, { $0.lossFraction = .max }, { $0.lossCorrelation = 2 },
      { $0.duplicateFraction = 3 }, { $0.duplicateCorrelation = 4 }, { $0.reorderFraction = 5 },
      { $0.reorderCorrelation = 6 }, { $0.gap = 7 }, { $0.corruptFraction = 8 }, { $0.corruptCorrelation = 9 },
      { $0.limitPackets = 10 }, { $0.rateBytesPerSecond = 11 }, { $0.rateBytesPerSecond = 1 << 40 },
      { $0.marksCongestion = true }, { $0.seed = 0x0102_0304_0506_0708 },
      { $0.burstLoss = GilbertElliott(becomesBad: 1, becomesGood: 2, lostInGood: 3) },
    ]
    var all = Netem()
    for field in fields { field(&all) }
    return fields.map { field in
      var netem = Netem()
      field(&netem)
      return netem
    } + [all]
  }()

  private func options(_ encode: (borrowing Message) -> Void) throws -> ArraySlice<UInt8> {
    let message = Message(Int(RTM_NEWQDISC), 0, tcmsg())
    encode(message)
    return try #require(Attributes(message.bytes[36...]).bytes(Int(TCA_OPTIONS)))
  }

  @Test("netem comes back as it was sent", arguments: netems)
  func netem(_ netem: Netem) throws {
    #expect(Netem(try options { netem.encode(into: $0) }) == netem)
  }

  @Test("a tbf comes back as it was sent")
  func tokenBucket() throws {
    let bucket = TokenBucket(rateBytesPerSecond: 97_500, burstBytes: 1600, limitBytes: 75_700)
    #expect(TokenBucket(try options { bucket.encode(into: $0) }) == bucket)
  }

  @Test("what is cut off anywhere is read without a crash, and netem's structure only whole")
  func truncation() throws {
    let bytes = try options { (Self.netems.last ?? Netem()).encode(into: $0) }
    for count in 0...bytes.count {
      #expect((Netem(bytes.prefix(count)) != nil) == (count >= 24))
    }
  }

  @Test(
    "lengths that cannot be are the end of the attributes",
    arguments: [
      "03 00 01 00", "00 00 01 00 ff ff ff ff", "09 00 01 00 ff ff ff ff", "ff ff 01 00 00 00 00 00", "08 00",
    ])
  func impossibleLengths(text: String) {
    #expect(Attributes(hex(text)[...]).bytes(1) == nil)
  }

  @Test("messages are split at their lengths, and one cut off is left out")
  func splitting() {
    let whole = hex(
      """
      12 00 00 00 10 00 02 00 05 00 00 00 00 00 00 00 aa bb  | 18 bytes, RTM_NEWLINK, NLM_F_MULTI, sequence 5
      00 00                                                  | padding
      14 00 00 00 03 00 00 00 06 00 00 00 00 00 00 00        | 20 bytes, NLMSG_DONE, sequence 6
      00 00 00 00                                            | its code
      """)
    let messages = RawMessage.split(whole[...])
    #expect(messages.map(\.type) == [16, 3])
    #expect(messages.map(\.sequence) == [5, 6])
    #expect(messages.map { Array($0.payload) } == [[0xaa, 0xbb], [0, 0, 0, 0]])
    #expect(RawMessage.split(whole.dropLast()).map(\.type) == [16])
    #expect(RawMessage.split(hex("00 00 00 00 10 00 00 00 00 00 00 00 00 00 00 00")[...]).isEmpty)
  }

  @Test("what a Wi-Fi driver says of itself is not taken for the link, of which it says nothing")
  func wireless() {
    func events(_ put: (borrowing Message) -> Void) -> [NetlinkEvent] {
      var header = ifinfomsg()
      header.ifi_index = 3
      let message = Message(Int(RTM_NEWLINK), 0, header)
      message.put(Int(IFLA_IFNAME), string: "wlan0")
      put(message)
      return RawMessage.split(message.bytes[...]).flatMap(NetlinkEvent.each)
    }
    // struct iw_event begins with a length and a command, here SIOCGIWAP.
    #expect(events { $0.put(Int(IFLA_WIRELESS), bytes: [4, 0, 0x15, 0x8b]) } == [.other(type: 16)])
    #expect(
      events { $0.put(Int(IFLA_MTU), UInt32(1400)) } == [
        .linkChanged(LinkFacts(index: 3, name: "wlan0", hardwareType: 0, mtu: 1400))
      ])
  }

  @Test("a route with two next hops is two routes")
  func multipath() {
    let route = hex(
      """
      02 18 00 00 fe 04 00 01 00 00 00 00  | AF_INET, /24, table main, static, universe, unicast
      08 00 01 00 c6 33 64 00              | RTA_DST 198.51.100.0
      08 00 06 00 0a 00 00 00              | RTA_PRIORITY 10
      24 00 09 00                          | 36 bytes, RTA_MULTIPATH
      10 00 10 00 07 00 00 00              | 16 bytes, RTNH_F_LINKDOWN, one hop, interface 7
      08 00 05 00 c0 00 02 01              | RTA_GATEWAY 192.0.2.1
      10 00 00 00 08 00 00 00              | 16 bytes, interface 8
      08 00 05 00 cb 00 71 01              | RTA_GATEWAY 203.0.113.1
      """)
    let hops = RouteFacts.each(route[...])
    #expect(hops.map(\.interfaceIndex) == [7, 8])
    #expect(hops.map { $0.gateway?.description } == ["192.0.2.1", "203.0.113.1"])
    #expect(hops.map(\.isLinkDown) == [true, false])
    #expect(hops.allSatisfy { $0.destination?.description == "198.51.100.0/24" && $0.metric == 10 })
  }

  @Test("an IPv4 route may have an IPv6 gateway")
  func viaOtherFamily() {
    let route = hex(
      """
      02 00 00 00 fe 04 00 01 00 00 00 00              | AF_INET, default, table main
      16 00 12 00 0a 00                                | 22 bytes, RTA_VIA, AF_INET6
      fe 80 00 00 00 00 00 00 00 00 00 00 00 00 00 01  | fe80::1
      """)
    #expect(RouteFacts.each(route[...]).map { $0.gateway?.description } == ["fe80::1"])
  }
}
