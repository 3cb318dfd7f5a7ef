import LinuxSystem
import Netlink
import Synchronization
import TestSupport
import Testing

@testable import PathEngine

@Suite("A follower that hears nothing")
struct SelfCheckTests {
  /// Facts that change without a word.
  private final class MuteSource: PathSource {
    private let state = Mutex((snapshot: TestNetwork.healthy, reads: 0))
    private let bell: Bell

    init() throws { bell = try Bell() }

    var descriptor: Int32 { bell.descriptor }
    var reads: Int { state.withLock { $0.reads } }
    func events() -> [NetlinkEvent] { [] }
    func set(_ snapshot: NetworkSnapshot) { state.withLock { $0.snapshot = snapshot } }

    func snapshot() -> NetworkSnapshot {
      state.withLock { state in
        state.reads += 1
        return state.snapshot
      }
    }
  }

  @Test("reads everything after a while all the same, and tells what is different")
  func looks() async throws {
    let source = try MuteSource()
    let inbox = Inbox()
    let follower = try PathFollower(
      source: source, overrides: InterfaceOverrides(), selfCheck: 10_000_000, onFailure: { inbox.add($0) },
      onUpdate: { inbox.add($0) })
    let thread = try OwnThread(name: "t-self-check") { follower.run() }
    #expect(try await inbox.update(0).new.status == .satisfied)
    let reads = source.reads
    try await waitUntil("it has looked twice again") { source.reads >= reads + 2 }
    #expect(inbox.updates.count == 1)
    source.set(TestNetwork.carrierLost)
    let lost = try await inbox.update(1)
    #expect(lost.new.reason == "wlan0 has no carrier" && lost.events.isEmpty)
    follower.cancel()
    thread.join()
    #expect(inbox.all.failures.isEmpty)
  }
}
