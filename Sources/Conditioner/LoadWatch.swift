internal import LinuxSystem
internal import Profiles
internal import Synchronization

/// Watches whether the machine has time, by a thread that sleeps and sees how late it wakes.
final class LoadWatch: Sendable {
  private static let period: Int64 = 5_000_000

  private struct State {
    var isOver = false
    var wakings = 0
    var late = 0
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let shared = Shared()
  private let thread: OwnThread

  /// Begins to watch.
  init() throws {
    let shared = shared
    let latest = MachineLoad.latest.wholeNanoseconds
    thread = try OwnThread(name: "lc-load") {
      Wait.wakePrecisely()
      while !shared.state.withLock({ $0.isOver }) {
        let due = MonotonicClock.now() + Self.period
        Wait.sleep(nanoseconds: Self.period)
        let isLate = MonotonicClock.now() - due > latest
        shared.state.withLock { state in
          state.wakings += 1
          if isLate { state.late += 1 }
        }
      }
    }
  }

  /// What was seen since the last call, or the beginning, and the load now.
  func lap() -> MachineLoad {
    let seen = shared.state.withLock { state in
      defer { (state.wakings, state.late) = (0, 0) }
      return state
    }
    return MachineLoad(
      average: Self.average, processors: Processors.count, wakings: seen.wakings, lateWakings: seen.late)
  }

  /// Ends watching.
  func stop() {
    shared.state.withLock { $0.isOver = true }
    thread.join()
  }

  private static var average: Double? {
    do {
      return try SystemFile.read("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) }
    } catch {
      return nil
    }
  }

  deinit { shared.state.withLock { $0.isOver = true } }
}
