import CNetlink
import Testing

@testable import Netlink

@Suite("The bytes of requests")
struct RequestBytesTests {
  /// What stands behind the headers of a tc request (16 bytes of nlmsghdr, 20 of tcmsg).
  private func body(_ encode: (borrowing Message) -> Void) -> String {
    let message = Message(Int(RTM_NEWQDISC), 0, tcmsg())
    encode(message)
    return shown(message.bytes.dropFirst(36))
  }

  @Test("netem: the structure and every attribute, in one payload")
  func netem() {
    var netem = Netem()
    netem.delayNanoseconds = 100_000_000
    netem.jitterNanoseconds = 10_000_000
    netem.delayCorrelation = 1
    netem.lossFraction = 0x028f_5c29
    netem.lossCorrelation = 2
    netem.duplicateFraction = 3
    netem.duplicateCorrelation = 4
    netem.reorderFraction = 5
    netem.reorderCorrelation = 6
    netem.gap = 7
    netem.corruptFraction = 8
    netem.corruptCorrelation = 9
    netem.marksCongestion = true
    let expected = hex(
      """
      0a 00 01 00              | 10 bytes, TCA_KIND
      6e 65 74 65 6d 00 00 00  | "netem", padded
      84 00 02 80              | 132 bytes, TCA_OPTIONS, nested
      84 d7 17 00              | latency 1 562 500 ticks of 64 ns
      e8 03 00 00              | limit 1000 packets
      29 5c 8f 02              | loss 1 %, as tc rounds it
      07 00 00 00              | gap 7
      03 00 00 00              | duplicate
      5a 62 02 00              | jitter 156 250 ticks
      10 00 01 00              | 16 bytes, TCA_NETEM_CORR
      01 00 00 00              | of delay
      02 00 00 00              | of loss
      04 00 00 00              | of duplicate
      0c 00 03 00              | 12 bytes, TCA_NETEM_REORDER
      05 00 00 00              | chance
      06 00 00 00              | correlation
      0c 00 04 00              | 12 bytes, TCA_NETEM_CORRUPT
      08 00 00 00              | chance
      09 00 00 00              | correlation
      0c 00 08 00              | 12 bytes, TCA_NETEM_RATE64, as the rate is above 32 bits
      00 f2 05 2a 01 00 00 00  | 5 000 000 000 bytes a second
      14 00 06 00              | 20 bytes, TCA_NETEM_RATE
      ff ff ff ff              | the largest 32-bit rate
      00 00 00 00              | packet overhead
      00 00 00 00              | cell size
      00 00 00 00              | cell overhead
      08 00 07 00              | 8 bytes, TCA_NETEM_ECN
      01 00 00 00              | on
      0c 00 0a 00              | 12 bytes, TCA_NETEM_LATENCY64
      00 e1 f5 05 00 00 00 00  | 100 000 000 ns
      0c 00 0b 00              | 12 bytes, TCA_NETEM_JITTER64
      80 96 98 00 00 00 00 00  | 10 000 000 ns
      """)
    #expect(body { Qdisc.netem(netem).encode(into: $0) } == shown(expected))
  }

  @Test("netem: a seed is sent where there is one")
  func seed() {
    var netem = Netem()
    let without = body { Qdisc.netem(netem).encode(into: $0) }
    netem.seed = 0x0102_0304_0506_0708
    let with = body { Qdisc.netem(netem).encode(into: $0) }
    // 12 bytes, TCA_NETEM_PRNG_SEED as Linux 6.6 numbers it; the length of TCA_OPTIONS is 12 more.
    #expect(with.hasSuffix(shown(hex("0c 00 0e 00 08 07 06 05 04 03 02 01 |"))))
    #expect(!without.contains(shown(hex("0c 00 0e 00 |"))))
  }

  @Test("netem: bursts of loss come last, nested twice")
  func burstLoss() {
    var netem = Netem()
    netem.burstLoss = GilbertElliott(becomesBad: 1, becomesGood: 2, passesInBad: 3, lostInGood: 4)
    let expected = hex(
      """
      18 00 05 80  | 24 bytes, TCA_NETEM_LOSS, nested
      14 00 02 00  | 20 bytes, NETEM_LOSS_GE
      01 00 00 00  | p
      02 00 00 00  | r
      03 00 00 00  | h
      04 00 00 00  | k1
      """)
    #expect(body { Qdisc.netem(netem).encode(into: $0) }.hasSuffix(shown(expected)))
  }

  @Test("netem: the four states, in the kernel's order")
  func stateLoss() {
    var netem = Netem()
    netem.stateLoss = FourStateLoss(p13: 1, p31: 2, p32: 3, p23: 4, p14: 5)
    let expected = hex(
      """
      1c 00 05 80  | 28 bytes, TCA_NETEM_LOSS, nested
      18 00 01 00  | 24 bytes, NETEM_LOSS_GI
      01 00 00 00  | p13
      02 00 00 00  | p31
      03 00 00 00  | p32
      05 00 00 00  | p14
      04 00 00 00  | p23
      """)
    #expect(body { Qdisc.netem(netem).encode(into: $0) }.hasSuffix(shown(expected)))
  }

  @Test("netem: a table of delays, the largest included")
  func distribution() {
    var netem = Netem()
    netem.distribution = DelayDistribution(name: "two", table: [-1, 256])
    let expected = hex(
      """
      08 00 02 00  | 8 bytes, TCA_NETEM_DELAY_DIST
      ff ff        | -1
      00 01        | 256
      """)
    #expect(body { Qdisc.netem(netem).encode(into: $0) }.hasSuffix(shown(expected)))
    netem.distribution = DelayDistribution(name: "large", table: [Int16](repeating: 7, count: 16_384))
    let message = Message(Int(RTM_NEWQDISC), 0, tcmsg(), capacity: 65_536)
    Qdisc.netem(netem).encode(into: message)
    // 16 384 entries of 2 bytes and their 4 of header: 32 772 bytes, 0x8004.
    #expect(shown(message.bytes[...]).contains("04 80 02 00 07 00 07 00"))
  }

  @Test("netem: a difference in what the kernel holds is named by its field")
  func differences() throws {
    var asked = Netem()
    asked.distribution = .uniform
    var held = Netem()
    #expect(asked.differences(inHeld: held).isEmpty, "the kernel never shows the table")
    held.delayNanoseconds = 7
    held.stateLoss = FourStateLoss(p13: 1, p31: 2)
    let found = asked.differences(inHeld: held)
    #expect(found.map(\.field) == ["delay", "loss state"])
    #expect(try #require(found.first).description == "delay: asked 0 ns, the kernel holds 7 ns")
  }

  @Test("netem: a delay beyond what 32 bits of ticks hold goes in nanoseconds")
  func longDelay() {
    var netem = Netem()
    netem.delayNanoseconds = 300_000_000_000
    let bytes = body { Qdisc.netem(netem).encode(into: $0) }
    // 300 s are 4 687 500 000 ticks, more than 2³² − 1.
    #expect(bytes.contains("84 00 02 80 ff ff ff ff"))
    #expect(bytes.contains("0c 00 0a 00 00 b8 64 d9 45 00 00 00"))
  }

  @Test("netem: each setting sends the same attributes, so that a change leaves nothing behind")
  func sameAttributes() {
    var full = Netem()
    full.delayNanoseconds = 1
    full.reorderFraction = 1
    full.corruptFraction = 1
    full.marksCongestion = true
    func types(_ netem: Netem) -> [UInt16] {
      let message = Message(Int(RTM_NEWQDISC), 0, tcmsg())
      netem.encode(into: message)
      var rest = message.bytes[(16 + 20 + 4 + 24)...]
      var types: [UInt16] = []
      while rest.count >= 4 {
        types.append(rest.load(at: 2))
        rest = rest.dropFirst((Int(rest.load(UInt16.self, at: 0)) + 3) & ~3)
      }
      return types
    }
    #expect(types(Netem()) == [1, 3, 4, 8, 6, 7, 10, 11])
    #expect(types(full) == types(Netem()))
  }

  @Test("htb: version, quantum divisor and default class")
  func htb() {
    let expected = hex(
      """
      08 00 01 00              | 8 bytes, TCA_KIND
      68 74 62 00              | "htb"
      1c 00 02 80              | 28 bytes, TCA_OPTIONS, nested
      18 00 02 00              | 24 bytes, TCA_HTB_INIT
      03 00 00 00              | version 3
      0a 00 00 00              | r2q 10
      10 00 00 00              | default class 1:10 in hexadecimal
      00 00 00 00              | debug
      00 00 00 00              | direct packets
      """)
    #expect(body { Qdisc.htb(defaultClass: 0x10).encode(into: $0) } == shown(expected))
  }

  @Test("an htb class: rates, buffers in ticks, quantum, and 64-bit rates above 32 bits")
  func rateClass() {
    let small = body { RateClass(rateBytesPerSecond: 1_000_000, burstBytes: 1600).encode(into: $0) }
    let parameters = hex(
      """
      30 00 01 00              | 48 bytes, TCA_HTB_PARMS
      00 01 00 00 00 00 00 00  | rate: cell log 0, Ethernet, overhead, cell align, mpu
      40 42 0f 00              | 1 000 000 bytes a second
      00 01 00 00 00 00 00 00  | ceiling, the same
      40 42 0f 00              | 1 000 000 bytes a second
      a8 61 00 00              | buffer: 1600 bytes take 1.6 ms, 25 000 ticks
      a8 61 00 00              | buffer of the ceiling
      60 ea 00 00              | quantum 60 000 bytes
      00 00 00 00 00 00 00 00  | level, priority
      """)
    #expect(small.contains(shown(parameters)))
    #expect(!small.contains("0c 00 06 00"))

    let large = body { RateClass(rateBytesPerSecond: 5_000_000_000, burstBytes: 60_000).encode(into: $0) }
    #expect(large.contains("0c 00 06 00 00 f2 05 2a 01 00 00 00"), "TCA_HTB_RATE64")
    #expect(large.contains("0c 00 07 00 00 f2 05 2a 01 00 00 00"), "TCA_HTB_CEIL64")
  }

  @Test("tbf: rate, limit and burst")
  func tokenBucket() {
    let bucket = TokenBucket(rateBytesPerSecond: 1_000_000, burstBytes: 1600, limitBytes: 3000)
    let expected = hex(
      """
      08 00 01 00              | 8 bytes, TCA_KIND
      74 62 66 00              | "tbf"
      38 04 02 80              | 1080 bytes, TCA_OPTIONS, nested
      28 00 01 00              | 40 bytes, TCA_TBF_PARMS
      00 01 00 00 00 00 00 00  | rate: cell log 0, Ethernet, overhead, cell align, mpu
      40 42 0f 00              | 1 000 000 bytes a second
      00 00 00 00 00 00 00 00  | no peak rate
      00 00 00 00              | of it
      b8 0b 00 00              | limit 3000 bytes
      a8 61 00 00              | buffer: 1600 bytes take 1.6 ms, 25 000 ticks
      00 00 00 00              | mtu, of the peak rate
      08 00 06 00              | 8 bytes, TCA_TBF_BURST
      40 06 00 00              | 1600 bytes
      04 04 02 00              | 1028 bytes, TCA_TBF_RTAB
      """)
    #expect(body { Qdisc.tokenBucket(bucket).encode(into: $0) }.hasPrefix(shown(expected)))
  }

  @Test(
    "u32: keys of each match",
    arguments: [
      (
        FilterMatch.all, UInt16(0x0003),
        """
        01 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00  | terminal, one key
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  | under mask 0, value 0
        """
      ),
      (
        .family(.ipv6), 0x86dd,
        """
        01 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00  | terminal, one key
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  | under mask 0, value 0
        """
      ),
      (
        .udpDestinationPort(53, .ipv4), 0x0800,
        """
        01 00 04 00 00 00 00 00 00 00 00 00 00 00 00 00  | terminal, four keys
        0f 00 00 00 05 00 00 00 00 00 00 00 00 00 00 00  | a header of 5 words at offset 0
        00 00 1f ff 00 00 00 00 04 00 00 00 00 00 00 00  | fragment offset 0 at offset 4
        00 ff 00 00 00 11 00 00 08 00 00 00 00 00 00 00  | protocol 17 at offset 8
        00 00 ff ff 00 00 00 35 14 00 00 00 00 00 00 00  | destination port 53 at offset 20
        """
      ),
      (
        .udpDestinationPort(53, .ipv6), 0x86dd,
        """
        01 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00  | terminal, two keys
        00 00 ff 00 00 00 11 00 04 00 00 00 00 00 00 00  | next header 17 at offset 4
        00 00 ff ff 00 00 00 35 28 00 00 00 00 00 00 00  | destination port 53 at offset 40
        """
      ),
    ])
  func selectors(match: FilterMatch, etherType: UInt16, expected: String) {
    #expect(shown(match.selector) == shown(hex(expected)))
    #expect(match.etherType == etherType)
  }
}
