import Netlink
import Testing

@testable import Conditioner

@Suite("Whose the kernel's drops are")
struct DropAccountTests {
  private static let lossy: Netem = {
    var netem = KernelPlan.open
    netem.lossFraction = 1000
    return netem
  }()
  private static let slow: Netem = {
    var netem = KernelPlan.open
    netem.rateBytesPerSecond = 1000
    return netem
  }()

  @Test("of loss without a rate, and of a rate without loss")
  func apart() {
    var account = DropAccount()
    account.take(5, under: Self.lossy)
    account.take(12, under: Self.slow)
    account.take(12, under: Self.lossy)
    #expect(account.lost == 5 && account.others == 7)
    var all = Self.slow
    all.lossFraction = .max
    account.take(20, under: all)
    #expect(account.lost == 13 && account.others == 7, "what is all lost never comes to the queue")
  }

  @Test("with both nobody can tell, from then on")
  func together() {
    var account = DropAccount()
    account.take(5, under: Self.lossy)
    var both = Self.slow
    both.stateLoss = FourStateLoss(p13: 1, p31: 2)
    account.take(5, under: both)
    #expect(account.lost == 5, "nothing was dropped")
    account.take(6, under: both)
    account.take(9, under: Self.lossy)
    #expect(account.lost == nil && account.others == 9)
  }

  @Test("the kernel's count wraps around")
  func wrapping() {
    var account = DropAccount()
    account.take(.max, under: Self.slow)
    account.take(4, under: Self.slow)
    #expect(account.others == UInt64(UInt32.max) + 5)
  }
}
