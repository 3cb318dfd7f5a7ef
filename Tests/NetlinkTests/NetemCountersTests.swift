import Testing

@testable import Netlink

@Suite("netem's own counters")
struct NetemCountersTests {
  private static func payload(_ numbers: [UInt64]) -> ArraySlice<UInt8> {
    numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }[...]
  }

  @Test("delayed, lost, corrupted, duplicated, reordered and marked, 64 bits each, and more behind them")
  func reads() {
    let expected = NetemCounters(delayed: 9, lost: 8, corrupted: 7, duplicated: 6, reordered: 5)
    #expect(NetemCounters(Self.payload([9, 8, 7, 6, 5, 4]), drops: 8) == expected)
    #expect(NetemCounters(Self.payload([9, 8, 7, 6, 5, 4, 3]), drops: 8) == expected)
    // A slice of a message, which does not begin at 0.
    let message = Self.payload([0, 9, 8, 7, 6, 5, 4])
    #expect(NetemCounters(message.dropFirst(8), drops: 8) == expected)
  }

  @Test("another length, or more losses than drops, is something else and is not believed")
  func refuses() {
    #expect(NetemCounters(Self.payload([9, 8, 7, 6, 5, 4]).dropLast(), drops: 8) == nil)
    #expect(NetemCounters(Self.payload([9, 8, 7, 6, 5]), drops: 8) == nil)
    #expect(NetemCounters(Self.payload([9, 8, 7, 6, 5, 4]), drops: 7) == nil)
    #expect(NetemCounters([], drops: 0) == nil)
    // The count of all drops has 32 bits and wraps around.
    #expect(NetemCounters(Self.payload([9, 1 << 32 + 3, 7, 6, 5, 4]), drops: 3)?.lost == 1 << 32 + 3)
  }

  @Test("they are read of a netem in a dump, and of no other kind")
  func inDump() throws {
    func attribute(_ type: UInt16, _ bytes: [UInt8]) -> [UInt8] {
      let header = [UInt16(bytes.count + 4), type].flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
      return header + bytes + [UInt8](repeating: 0, count: -bytes.count & 3)
    }
    func words(_ numbers: [UInt32]) -> [UInt8] {
      numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
    }
    func dump(_ kind: String) -> ArraySlice<UInt8> {
      // TCA_KIND, and TCA_STATS2 with TCA_STATS_QUEUE and TCA_STATS_APP.
      let queue = attribute(3, words([7, 700, 12, 2, 3]))
      let own = attribute(4, Array(Self.payload([9, 10, 1, 2, 3, 0])))
      return (words([0, 4, 0, 0, 0]) + attribute(1, Array(kind.utf8) + [0]) + attribute(7, queue + own))[...]
    }
    let netem = try #require(QdiscFacts(dump("netem"))).statistics
    #expect(netem.netem == NetemCounters(delayed: 9, lost: 10, corrupted: 1, duplicated: 2, reordered: 3))
    #expect(netem.backlogPackets == 7 && netem.backlogBytes == 700)
    #expect(netem.drops == 12 && netem.requeues == 2 && netem.overlimits == 3)
    #expect(try #require(QdiscFacts(dump("tbf"))).statistics.netem == nil)
  }
}
