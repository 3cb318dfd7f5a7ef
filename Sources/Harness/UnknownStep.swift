public import Profiles

/// An expectation that names a step which no run has.
public struct UnknownStep: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expectation, in one line.
  public let expectation: String
  /// The step that it names.
  public let step: String
  /// The steps that there are, each once.
  public let known: [String]

  /// So many steps are named.
  private static let mostNamed = 12

  /// The first of some expectations whose step is in none of the plans; nil if there is none.
  public init?(in expectations: [Expectation], of plans: [RunPlan]) {
    let names = plans.reduce(into: Set<String>()) { $0.formUnion($1.stepNames) }
    let unknown = expectations.lazy.compactMap { expectation in expectation.step.map { (expectation, $0) } }
      .first { StepRounds.steps(named: $0.1, among: names).isEmpty }
    guard let (expectation, step) = unknown else { return nil }
    var seen: Set<String> = []
    self.expectation = expectation.description
    self.step = step
    known = plans.flatMap { $0.changes.map(\.step) }.filter { seen.insert($0).inserted }
  }

  /// `No run has the step 'aplied' of '--expect probe offline within 5s after aplied'. Did you mean 'applied'? …`
  public var description: String {
    let nearest = Spelling.nearest(to: step, among: known, limit: 1).first
    let hint = nearest.map { " Did you mean '\($0)'?" } ?? ""
    let rest = known.count - Self.mostNamed
    let names = known.prefix(Self.mostNamed).map { "'\($0)'" }.joined(separator: ", ")
    let more = rest > 0 ? " and \(rest) more" : ""
    return "No run has the step '\(step)' of '--expect \(expectation)'.\(hint) The steps are \(names)\(more)."
  }
}
