internal import LinuxSystem
internal import Profiles
internal import Record

/// Whether what had to come out of a run did, from its findings alone.
struct ExpectationCheck {
  /// When each step took effect, and the event that says so.
  private let starts: [String: (time: Int64, number: Int)]
  /// The transitions of each monitor, in the order in which its client was told.
  private let histories: [String: [(number: Int, transition: Transition)]]
  private let measured: [(number: Int, measured: Measured)]
  let exits: [(number: Int, time: Int64, exit: AppExited)]
  /// The end of the run, in nanoseconds since its start.
  private let end: Int64
  /// The steps that the run was to have, and any other that it had.
  private let steps: Set<String>
  /// What the run's plan is called, which may not have the step that an expectation names; nil if nothing is known of it,
  /// and every step ought to be there.
  private let plan: String?
  /// The monitors that the run had, of which that of a program is one; nil if nothing is known of them.
  private let monitors: Set<String>?
  /// How a run that ended too early can be made longer.
  private let extent: RunExtent

  /// - Parameters:
  ///   - plan: What the run's plan is called: an expectation about a step that it does not have is for other runs.
  ///   - steps: The steps of the run's plan, whether it came to them or not.
  ///   - monitors: Those that the run had: an expectation about another one is for other runs.
  ///   - extent: What its length depends on.
  init(
    _ events: [RecordEvent], end: Int64, plan: String? = nil, steps: Set<String> = [], monitors: Set<String>? = nil,
    extent: RunExtent = .unknown
  ) {
    self.end = end
    self.plan = plan
    self.monitors = monitors
    self.extent = extent
    var starts: [String: (Int64, Int)] = [:]
    var transitions: [(number: Int, transition: Transition)] = []
    var measured: [(Int, Measured)] = []
    var exits: [(Int, Int64, AppExited)] = []
    for event in events {
      switch event.payload {
      case .conditionChanged(let change) where starts[change.step] == nil:
        starts[change.step] = (change.applied, event.n)
      case .transition(let transition): transitions.append((event.n, transition))
      case .measured(let found): measured.append((event.n, found))
      case .appExited(let exit): exits.append((event.n, event.t, exit))
      default: break
      }
    }
    self.starts = starts
    self.steps = steps.union(starts.keys)
    histories = Dictionary(
      grouping: transitions.sorted { $0.transition.delivered < $1.transition.delivered }, by: \.transition.monitor)
    self.measured = measured
    self.exits = exits
  }

  /// The results, in order, each with a name of its own; the program's crash is one more.
  func results(_ expectations: [Expectation]) -> [ExpectationResult] {
    var names: [String: Int] = [:]
    return expectations.map(result).map { result in
      var result = result
      names[result.name, default: 0] += 1
      if let count = names[result.name], count > 1 { result.name += " (\(count))" }
      return result
    } + (crash(expectations).map { [$0] } ?? [])
  }

  /// What was found: whether it is as it should be, in words, and the numbers of the events that show it.
  typealias Verdict = (passed: Bool, observed: String, evidence: [Int])

  private func result(_ expectation: Expectation) -> ExpectationResult {
    if let missing = missing(expectation) {
      return ExpectationResult(
        name: "\(expectation)", passed: true, expected: "\(expectation)", observed: "not checked\(missing)",
        skipped: true)
    }
    let (passed, observed, evidence) = verdict(expectation)
    return ExpectationResult(
      name: "\(expectation)", passed: passed, expected: "\(expectation)", observed: observed, evidence: evidence)
  }

  /// What the run does not have and the expectation is about, as the end of a sentence; nil if nothing is missing.
  private func missing(_ expectation: Expectation) -> String? {
    if let plan, let step = expectation.step, StepRounds.steps(named: step, among: steps).isEmpty {
      return " in '\(plan)': it has no step '\(step)'"
    }
    guard let monitors, let monitor = expectation.neededMonitor, !monitors.contains(monitor) else { return nil }
    return monitor == MonitorKind.app.rawValue
      ? ": no command was run" : ": the run was without the monitor '\(monitor)'"
  }

  /// It holds if it does so in each round that it is about.
  private func verdict(_ expectation: Expectation) -> Verdict {
    guard let step = expectation.step else { return verdict(expectation, nil) }
    let rounds = StepRounds.steps(named: step, among: steps)
    guard rounds.count > 1 else { return verdict(expectation, rounds.first ?? step) }
    return Self.joined(rounds.map { ($0, verdict(expectation, $0)) })
  }

  /// So many rounds are told of.
  private static let mostRounds = 3

  /// The verdict on all rounds: what failed with the round's name, or else what was in each.
  private static func joined(_ rounds: [(step: String, verdict: Verdict)]) -> Verdict {
    let failed = rounds.filter { !$0.verdict.passed }
    let told = (failed.isEmpty ? rounds : failed).prefix(mostRounds)
    let rest = (failed.isEmpty ? rounds.count : failed.count) - told.count
    var text = told.map { step, verdict in
      // What was measured is told with its step already.
      verdict.observed.hasPrefix("\(step): ") ? verdict.observed : "\(step): \(verdict.observed)"
    }.joined(separator: "; ")
    if rest > 0 { text += failed.isEmpty ? "; likewise in \(rest) more rounds" : "; not in \(rest) more rounds either" }
    if !failed.isEmpty { text = "not in \(failed.count) of \(rounds.count) rounds: \(text)" }
    return (failed.isEmpty, text, told.flatMap(\.verdict.evidence))
  }

  private func verdict(_ expectation: Expectation, _ step: String?) -> Verdict {
    switch expectation {
    case .reaches(let monitor, let status, let within, _): reaches(monitor, status, within, step)
    case .stays(let monitor, let status, let lasting, _): stays(monitor, status, lasting, step)
    case .transitions(let monitor, let most): counts(monitor, most)
    case .order(let monitor, let statuses): order(monitor, statuses)
    case .exit(let status): exit(status)
    case .measured(let quantity, let direction, _, let bounds): lies(quantity, direction, step, bounds)
    }
  }

  /// When a step took effect; 0 for the run's start, nil if it never did.
  private func start(of step: String?) -> (time: Int64, evidence: [Int])? {
    guard let step else { return (0, []) }
    return starts[step].map { ($0.time, [$0.number]) }
  }

  private func history(_ monitor: String) -> [(number: Int, transition: Transition)] {
    histories[monitor] ?? []
  }

  private func notReached(_ step: String?) -> Verdict {
    (false, "the run never came to the step '\(step ?? "")'", [])
  }

  private func reaches(
    _ monitor: String, _ status: String, _ within: Duration, _ step: String?
  ) -> Verdict {
    guard let (start, evidence) = start(of: step) else { return notReached(step) }
    let history = history(monitor)
    let before = history.last { $0.transition.delivered <= start }
    if let before, before.transition.matches(status) {
      return (true, "\(monitor) was \(status) already", evidence + [before.number])
    }
    guard let reached = history.first(where: { $0.transition.delivered > start && $0.transition.matches(status) })
    else {
      let last = history.last
      let isOver = end - start >= within.wholeNanoseconds
      let never = "\(monitor) never was \(status) after that, in the end it was"
      let found =
        last.map { isOver ? "\(never) \($0.transition.toLabel)" : "\(monitor) was \($0.transition.toLabel)" }
        ?? "\(monitor) said nothing"
      let early =
        isOver
        ? ""
        : ", and the run ended \(Self.text(end - start)) after \(step.map { "'\($0)'" } ?? "its start"), before the "
          + "\(within.quantityText) were over" + extent.wayOut(for: within, after: step)
      return (false, found + early, evidence + (last.map { [$0.number] } ?? []))
    }
    let took = reached.transition.delivered - start
    return (
      took <= within.wholeNanoseconds, "\(monitor) was \(status) after \(Self.text(took))", evidence + [reached.number]
    )
  }

  private func stays(
    _ monitor: String, _ status: String, _ lasting: Duration?, _ step: String?
  ) -> Verdict {
    guard let (start, evidence) = start(of: step) else { return notReached(step) }
    let history = history(monitor)
    let until = lasting.map { start + $0.wholeNanoseconds } ?? end
    // From the run's start on it stays what it first was; its first word is no change.
    let first = history.last { $0.transition.delivered <= start } ?? history.first
    guard let first else { return (false, "\(monitor) said nothing", evidence) }
    guard first.transition.matches(status) else {
      return (false, "\(monitor) was \(first.transition.toLabel)", evidence + [first.number])
    }
    let left = history.first {
      $0.transition.delivered > first.transition.delivered && $0.transition.delivered < until
        && !$0.transition.matches(status)
    }
    if let left {
      let took = left.transition.delivered - start
      return (
        false, "\(monitor) became \(left.transition.toLabel) after \(Self.text(took))",
        evidence + [first.number, left.number]
      )
    }
    guard end >= until else {
      return (
        false,
        "the run ended \(Self.text(until - end)) too early to tell"
          + extent.wayOut(for: .nanoseconds(until - start), after: step), evidence + [first.number]
      )
    }
    return (true, "\(monitor) stayed \(status) for \(Self.text(until - start))", evidence + [first.number])
  }

  private func counts(_ monitor: String, _ most: Int) -> Verdict {
    let history = history(monitor)
    guard !history.isEmpty else { return (false, "\(monitor) said nothing", []) }
    let changes = history.dropFirst()
    return (
      changes.count <= most,
      "\(monitor) changed \(changes.count) times: \(history.map(\.transition.toLabel).joined(separator: ", "))",
      changes.map(\.number)
    )
  }

  private func order(_ monitor: String, _ statuses: [String]) -> Verdict {
    // A hand-over is a step of the order where the order names interfaces.
    let namesInterfaces = statuses.contains { MonitorWords.bare($0, of: monitor) != $0 }
    let history = history(monitor).filter { namesInterfaces || !$0.transition.isHandover }
    let got = history.map { namesInterfaces ? $0.transition.toLabel : $0.transition.to }
    return (
      history.count == statuses.count && zip(history, statuses).allSatisfy { $0.transition.matches($1) },
      got.isEmpty ? "\(monitor) said nothing" : "\(monitor) was \(got.joined(separator: ", "))",
      history.map(\.number)
    )
  }

  private func exit(_ status: Int32) -> Verdict {
    guard let (number, _, exit) = exits.last else { return (false, "the command did not end", []) }
    let code = exit.code ?? 128 + (exit.signal ?? 0)
    let text = exit.signal.map { "\(SignalName.text($0)) ended the command" } ?? "the command ended with \(code)"
    return (code == status, text, [number])
  }

  private func lies(
    _ quantity: String, _ direction: String, _ step: String?, _ bounds: ClosedRange<Double>
  ) -> Verdict {
    let found = measured.filter {
      $0.measured.quantity == quantity && $0.measured.direction == direction
        && (step == nil || $0.measured.step == step)
    }
    guard !found.isEmpty else {
      let place = ["loss", "rate"].contains(quantity) ? ": that takes a profile, no command and some time" : ""
      return (false, "\(quantity) \(direction) was not measured\(place)", [])
    }
    let texts = found.map { found in
      let value = found.measured.got.map { Self.text($0, quantity) } ?? "nothing came through"
      return found.measured.step + ": " + value
    }
    let passed = found.allSatisfy { $0.measured.got.map { bounds.contains($0) } ?? false }
    return (passed, texts.joined(separator: ", "), found.map(\.number))
  }

  static func text(_ nanoseconds: Int64) -> String {
    // Three digits say enough of when it was.
    let duration = Duration.nanoseconds(nanoseconds)
    let unit: Int64 = nanoseconds >= 1_000_000_000 ? 10_000_000 : nanoseconds >= 1_000_000 ? 10_000 : 1
    return Duration.nanoseconds(duration.wholeNanoseconds / unit * unit).quantityText
  }

  private static func text(_ value: Double, _ quantity: String) -> String {
    switch quantity {
    case "loss": Probability(fraction: min(1, max(0, value))).map { "\($0)" } ?? "\(value)"
    case "rate": DataRate(bitsPerSecond: UInt64(max(0, value))).description
    default: text(Int64(value))
    }
  }
}

extension Transition {
  /// Whether it leads to a status as an expectation names it: with an interface, such as `satisfied (wlan0)`, or without,
  /// by whichever interface.
  fileprivate func matches(_ status: String) -> Bool { status == to || status == toLabel }
}

extension RunRecorder {
  /// What became of a plan's expectations and others, as of now.
  func check(
    _ expectations: [Expectation], of plan: RunPlan, _ monitors: Set<MonitorKind>, _ extent: RunExtent
  ) -> [ExpectationResult] {
    let findings = findings
    let end = max(findings.map(\.t).max() ?? 0, relative(MonotonicClock.now()))
    return ExpectationCheck(
      findings, end: end, plan: plan.title, steps: plan.stepNames, monitors: Set(monitors.map(\.rawValue)),
      extent: extent
    ).results(expectations)
  }
}
