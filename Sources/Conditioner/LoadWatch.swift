internal import LinuxSystem
internal import Profiles
internal import Synchronization

/// Watches whether the machine has time, by a thread that sleeps and sees how late it wakes.
final class LoadWatch: Sendable {
  private static let period: Int64 = 5_000_000

  private final class Seen: Sendable {
    let counts = Mutex((wakings: 0, late: 0))
  }

  private let seen = Seen()
  private let thread: SleepingThread

  /// Begins to watch.
  init() throws {
    let seen = seen
    let latest = MachineLoad.latest.wholeNanoseconds
    thread = try SleepingThread(name: "lc-load", period: Self.period) { due, woke in
      seen.counts.withLock { counts in
        counts.wakings += 1
        if woke - due > latest { counts.late += 1 }
      }
    }
  }

  /// What was seen since the last call, or the beginning, and the load now.
  func lap() -> MachineLoad {
    let (wakings, late) = seen.counts.withLock { counts in
      defer { counts = (0, 0) }
      return counts
    }
    return MachineLoad(average: Self.average, processors: Processors.count, wakings: wakings, lateWakings: late)
  }

  /// Ends watching.
  func stop() { thread.stop() }

  /// The mean number of tasks that wanted to run in the last minute; nil where `/proc/loadavg` cannot be read.
  static var average: Double? {
    do {
      return try SystemFile.read("/proc/loadavg").split(separator: " ").first.flatMap { Double($0) }
    } catch {
      return nil
    }
  }
}
