import Netlink
import PathEngine
import Testing

@Suite("What must be told at once")
struct PathUrgencyTests {
  static let healthy = NetworkPath(TestNetwork.healthy)

  @Test("is a path that can be used or no more, or goes another way")
  func urgent() {
    #expect(NetworkPath(TestNetwork.carrierLost).isUrgent(after: Self.healthy))
    #expect(Self.healthy.isUrgent(after: NetworkPath(TestNetwork.carrierLost)))
    var renumbered = TestNetwork.healthy
    for index in renumbered.links.indices where renumbered.links[index].index != 1 {
      renumbered.links[index].name += "x"
    }
    #expect(NetworkPath(renumbered).isUrgent(after: Self.healthy))
  }

  @Test("is neither an equal path nor a detail")
  func details() {
    #expect(!Self.healthy.isUrgent(after: Self.healthy))
    #expect(!NetworkPath(TestNetwork.changed { $0.hasNameServer.toggle() }).isUrgent(after: Self.healthy))
    // Another reason for having none.
    let gone = NetworkPath(
      TestNetwork.changed {
        $0.answers = [:]; $0.routes = []
      })
    #expect(gone.status == .unsatisfied && gone != NetworkPath(TestNetwork.carrierLost))
    #expect(!gone.isUrgent(after: NetworkPath(TestNetwork.carrierLost)))
  }
}
