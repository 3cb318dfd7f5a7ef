/// How far a machine that was too busy blurs a run's times.
struct StarvedText: Sendable {
  /// A sentence with a full stop.
  let sentence: String

  /// - Parameter latest: how late a thread woke at worst, in nanoseconds.
  init(_ latest: Int64) {
    sentence =
      "A thread woke \(QuantityText.duration(Double(latest))) late: this machine was too busy, and times are true to "
      + "that only."
  }
}
