internal import Glibc
internal import Profiles
internal import Record

extension ExpectationCheck {
  /// That the program under test was ended by a signal which the harness had not sent, as one more expectation that is not
  /// met; nil if it was not, or if an `exit` among the expectations names just that.
  ///
  /// The harness sends SIGTERM, and SIGKILL after it, once the run is over; a program may pass on SIGINT or SIGHUP to
  /// itself for that.
  func crash(_ expectations: [Expectation]) -> ExpectationResult? {
    guard let (number, time, exit) = exits.last, let signal = exit.signal else { return nil }
    if exit.asked == true, [SIGTERM, SIGKILL, SIGINT, SIGHUP].contains(signal) { return nil }
    if expectations.contains(.exit(status: 128 + signal)) { return nil }
    return ExpectationResult(
      name: ExpectationResult.noCrash, passed: false,
      expected: "the command not to be ended by a signal that linkcond did not send",
      observed: "\(SignalName.text(signal)) ended it at \(Self.text(time)); "
        + "if it ought to, say so with --expect 'exit \(128 + signal)'",
      evidence: [number])
  }
}
