import Glibc
import Netlink
import PathEngine
import Synchronization

/// No interfaces, which cannot be read until the thread that made this has tried once.
final class SourceThatRefusesOnce: PathSource {
  struct Refused: Error {}

  private let base: ScriptedPathSource
  private let owner = pthread_self()
  private let hasRefused = Atomic(false)

  init() throws { base = try ScriptedPathSource(NetworkSnapshot()) }

  var descriptor: Int32 { base.descriptor }

  func events() throws -> [NetlinkEvent] { base.events() }

  func answer(to ip: IPAddress) -> NetworkSnapshot.RouteAnswer { base.answer(to: ip) }

  func snapshot() throws -> NetworkSnapshot {
    // Whoever reads first, the thread that follows or the one that starts a monitor, the latter is refused.
    guard hasRefused.load(ordering: .sequentiallyConsistent) else {
      if pthread_equal(pthread_self(), owner) != 0 { hasRefused.store(true, ordering: .sequentiallyConsistent) }
      throw Refused()
    }
    return try base.snapshot()
  }
}
