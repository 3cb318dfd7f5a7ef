internal import LinuxSystem
internal import Synchronization

/// A line on the terminal that says how far the runs are.
final class HarnessProgress: Sendable {
  private let runs: Int
  private let nanoseconds: Double
  private let isShown: Bool
  private let began = MonotonicClock.now()
  private let finished = Mutex(0)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(runs: Int, seconds: Duration, isShown: Bool) {
    self.runs = runs
    nanoseconds = Double(seconds.components.seconds) * 1e9
    self.isShown = isShown
  }

  func start() {
    guard isShown else { return }
    let running = Task { [self] in
      while !Task.isCancelled {
        draw()
        do { try await Task.sleep(for: .milliseconds(250)) } catch { return }
      }
    }
    task.withLock { $0 = running }
  }

  func finishOne() { finished.withLock { $0 += 1 } }

  /// Takes the line away.
  func end() {
    guard isShown else { return }
    task.withLock { $0 }?.cancel()
    Terminal.write("\r\u{1b}[K", to: 2)
  }

  private func draw() {
    let elapsed = Double(MonotonicClock.now() - began)
    let seconds = Int(elapsed / 1e9)
    let done = finished.withLock { $0 }
    Terminal.write(
      "\r\u{1b}[K\(runs) \(runs == 1 ? "run" : "runs"): \(done) done, \(seconds) s of about \(Int(nanoseconds / 1e9)) s",
      to: 2)
  }
}
