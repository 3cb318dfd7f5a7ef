import Netlink
import Testing

@testable import Conditioner

@Suite("What the kernel counts by cause")
struct KernelCountTests {
  private static func statistics(_ netem: NetemCounters? = nil) -> QdiscFacts.Statistics {
    var statistics = QdiscFacts.Statistics()
    statistics.packets = 100
    statistics.bytes = 9800
    statistics.drops = 12
    statistics.requeues = 4
    statistics.backlogPackets = 7
    statistics.netem = netem
    return statistics
  }
  private static let lossy: Netem = {
    var netem = KernelPlan.open
    netem.lossFraction = 1000
    return netem
  }()

  @Test("a kernel that tells them apart is believed, whatever the conditions were")
  func told() {
    var account = DropAccount()
    account.take(12, under: Self.lossy)
    let count = KernelCount(
      Self.statistics(NetemCounters(delayed: 90, lost: 10, corrupted: 3, duplicated: 5, reordered: 2)), account)
    #expect(count.lost == 10 && count.dropped == 2)
    #expect(count.duplicated == 5 && count.reordered == 2 && count.corrupted == 3)
    #expect(count.waiting == 7 && count.deliveredPackets == 100 && count.deliveredBytes == 9800)
  }

  @Test("without, drops are the conditions' as far as they allow, and what is not counted is not known")
  func untold() {
    var account = DropAccount()
    account.take(12, under: Self.lossy)
    let count = KernelCount(Self.statistics(), account)
    #expect(count.lost == 12 && count.dropped == 0)
    #expect(count.duplicated == nil && count.corrupted == nil)
    #expect(count.reordered == 4, "the kernel counts what is sent ahead as put back")
  }

  @Test("second packets are what is more than what came, where the kernel does not count them")
  func seconds() {
    var account = DropAccount()
    account.take(12, under: Self.lossy)
    // 100 left, 12 were lost, and 7 wait.
    let untold = KernelCount(Self.statistics(), account)
    #expect(untold.lane(offered: (110, 10_780)).duplicated == 9)
    #expect(untold.lane(offered: (110, 10_780)).offeredBytes == 10_780)
    #expect(untold.lane(offered: (120, 11_760)).duplicated == 0, "one is on its way from the counter to the netem")
    let told = KernelCount(
      Self.statistics(NetemCounters(delayed: 90, lost: 10, corrupted: 3, duplicated: 5, reordered: 2)), account)
    #expect(told.lane(offered: (110, 10_780)).duplicated == 5)
  }

  @Test("two in a row: the first one's delivered packets are the road's, and drops are both's")
  func together() {
    var both = Self.lossy
    both.rateBytesPerSecond = 1000
    var unclear = DropAccount()
    unclear.take(12, under: both)
    var clear = DropAccount()
    clear.take(12, under: Self.lossy)
    let (known, unknown) = (KernelCount(Self.statistics(), clear), KernelCount(Self.statistics(), unclear))
    #expect(known.together(with: known).lost == 24 && known.together(with: known).dropped == 0)
    let mixed = known.together(with: unknown)
    #expect(mixed.lost == nil && mixed.dropped == 24)
    #expect(mixed.waiting == 14 && mixed.deliveredPackets == 100 && mixed.reordered == 8)
  }
}
