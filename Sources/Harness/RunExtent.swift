internal import Profiles

/// What the length of a run depends on, and so how it is made longer.
enum RunExtent: Hashable, Sendable {
  /// The phases of a run under one profile.
  case phases
  /// The scenario's end.
  case scenario
  /// It ended when the monitors were back, or some time after the last change.
  case recovery
  /// It broke off: a longer one is none of the ways out.
  case unknown

  /// What to do so that a run goes on for so long after a step (after its start if nil), as the end of a sentence, with a
  /// colon before it; empty where nothing helps.
  func wayOut(for length: Duration, after step: String?) -> String {
    // A phase that is too long does no harm, so the next whole second will do.
    let (seconds, rest) = length.components
    let phase = "'--\(step ?? HarnessStep.baseline.rawValue) \(seconds + (rest > 0 ? 1 : 0))s'"
    return switch self {
    case .phases: ": give it longer with \(phase)"
    case .scenario: ": give it longer with a later End in the scenario"
    case .recovery: ": leave out '--until-recovered', which ends a run early, or wait for less"
    case .unknown: ""
    }
  }
}
