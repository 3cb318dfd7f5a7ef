internal import FoundationEssentials
internal import LinuxSystem
internal import PathEngine
internal import ReachabilityKit
internal import Synchronization

/// Prints transitions of several monitors, each from the status that was printed last.
final class MonitorPrinter: Sendable {
  private struct State {
    var statuses: [String: String] = [:]
    var complaints: Set<String> = []
    var failure: SystemError?
  }

  private let isJSON: Bool
  private let began = MonotonicClock.now()
  /// Called when nothing more can be printed.
  private let onEnd: @Sendable () -> Void
  private let state = Mutex(State())

  init(isJSON: Bool, onEnd: @escaping @Sendable () -> Void) {
    self.isJSON = isJSON
    self.onEnd = onEnd
  }

  /// Why nothing more could be printed; nil if all was, or the reader went away.
  var failure: SystemError? { state.withLock { $0.failure } }

  func print(_ update: PathUpdate) {
    let reason =
      update.old.map { old in
        // The status is said already, with the reason for it.
        let changes = update.new.changes(from: old).filter { !$0.hasPrefix("status: ") }
        guard old.status == update.new.status else { return update.new.words }
        return changes.isEmpty ? update.new.words : changes.joined(separator: "; ")
      } ?? update.new.words
    print("path", update.new.status.rawValue, reason, update.events.map(MonitorLine.Evidence.init))
  }

  /// The flags of a monitor as they are now, with what led to them. They are read while nobody else prints, so that what is
  /// newer is printed later.
  func printFlags(of host: String, _ monitor: FlagsMonitor) {
    let date = Date()
    do {
      try state.withLock { state in
        let (flags, failure, evidence) = (
          try monitor.flags(), monitor.lookUpFailure, monitor.evidence.map(MonitorLine.Evidence.init)
        )
        guard state.statuses["reachability"] != flags.description else { return }
        let reason = flags.contains(.reachable) ? "a packet to \(host) can leave" : "no packet to \(host) can leave"
        write(&state, "reachability", flags.description, failure.map { "\(reason): \($0)" } ?? reason, evidence, date)
      }
    } catch {
      complain("\(error)")
    }
  }

  /// A decision of the probe, with the results behind it.
  func print(_ decision: ProbeDecision, _ results: [ProbeResult]) {
    print("probe", decision.to.rawValue, decision.reason, results.map(MonitorLine.Evidence.init))
  }

  /// The probe knows nothing any more; nothing is printed if it did not know anything.
  func forgetProbe(_ reason: String) {
    guard state.withLock({ $0.statuses["probe"] ?? "unknown" }) != "unknown" else { return }
    print("probe", "unknown", reason)
  }

  /// To standard error, once for each text.
  func complain(_ text: String) {
    guard state.withLock({ $0.complaints.insert(text).inserted }) else { return }
    Terminal.write("Warning: \(text)\n", to: 2)
  }

  private func print(_ monitor: String, _ status: String, _ reason: String, _ evidence: [MonitorLine.Evidence] = []) {
    let date = Date()
    state.withLock { write(&$0, monitor, status, reason, evidence, date) }
  }

  private func write(
    _ state: inout State, _ monitor: String, _ status: String, _ reason: String, _ evidence: [MonitorLine.Evidence],
    _ date: Date
  ) {
    let line = MonitorLine(
      monitor, from: state.statuses[monitor] ?? "unknown", to: status, reason: reason, evidence: evidence, date: date,
      t: MonotonicClock.now() - began)
    state.statuses[monitor] = status
    do {
      if try !Terminal.print(isJSON ? try line.json : line.text) { onEnd() }
    } catch let error as SystemError {
      state.failure = error
      onEnd()
    } catch {
      Terminal.write("Error: \(error)\n", to: 2)
    }
  }
}
