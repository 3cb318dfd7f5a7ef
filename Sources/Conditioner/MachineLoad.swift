/// Whether a machine had the time for a measurement.
public struct MachineLoad: Hashable, Sendable {
  /// How many threads ran or wanted to, on average over the last minute of the measurement; nil where `/proc/loadavg` cannot
  /// be read.
  public let average: Double?
  /// How many processors there are.
  public let processors: Int
  /// How often a thread that did nothing but sleep woke during the measurement of one condition.
  public let wakings: Int
  /// How often it woke later than ``latest`` after it was due.
  public let lateWakings: Int

  /// What counts as late: half a millisecond, ten times what an idle machine takes.
  public static let latest = Duration.microseconds(500)

  /// A load as given.
  public init(average: Double?, processors: Int, wakings: Int, lateWakings: Int) {
    self.average = average
    self.processors = processors
    self.wakings = wakings
    self.lateWakings = lateWakings
  }

  /// What shows that it was too busy for times to be told, as the end of a sentence; nil if nothing does. More threads than
  /// processors, or one waking of a hundred late.
  public var busySigns: String? {
    var signs: [String] = []
    if let average, average > Double(processors) {
      let hundredths = Int((average * 100).rounded())
      let decimals = String(hundredths % 100)
      signs.append(
        "load \(hundredths / 100).\(decimals.count == 1 ? "0" : "")\(decimals) on \(processors) "
          + (processors == 1 ? "processor" : "processors"))
    }
    if lateWakings > 0, lateWakings * 100 >= wakings {
      signs.append("a sleeping thread woke late \(lateWakings) of \(wakings) times")
    }
    return signs.isEmpty ? nil : signs.joined(separator: ", ")
  }
}
