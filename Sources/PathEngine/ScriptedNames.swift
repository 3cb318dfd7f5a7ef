internal import Netlink
internal import Synchronization

/// Names as a test tells them. Answers come by the script's clock.
final class ScriptedNames: NameResolver {
  struct Entry: Sendable {
    let answer: ScriptedNetwork.NameAnswer
    let delay: Duration
  }

  struct State: Sendable {
    var entries: [String: Entry] = [:]
    var isDead = false
    var questions: [String] = []
  }

  let state = Mutex(State())
  private let clock: ManualMonitorClock

  init(clock: ManualMonitorClock) { self.clock = clock }

  func resolve(_ name: String, completion: @escaping @Sendable (ResolvedName) -> Void) {
    let entry = state.withLock { state in
      state.questions.append(name)
      return state.isDead ? Entry(answer: .silence, delay: .zero) : state.entries[name]
    }
    let resolved: ResolvedName
    switch entry?.answer ?? .noSuchName {
    case .addresses(let addresses): resolved = ResolvedName(addresses: addresses)
    case .noSuchName: resolved = ResolvedName(failure: "look up \(name): the script has no such name")
    case .silence: return
    }
    if let entry, entry.delay > .zero {
      _ = clock.schedule(after: entry.delay) { completion(resolved) }
    } else {
      completion(resolved)
    }
  }
}
