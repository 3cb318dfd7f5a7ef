public import Record

/// The findings of a record as data, with a stable schema; what the terminal's table shows.
public struct RecordSummary: Encodable, Sendable {
  /// One run.
  public struct Run: Encodable, Sendable {
    /// The run's name.
    public let name: String
    /// `completed`, `failed`, `interrupted`, or absent for a run that was killed.
    public let outcome: String?
    /// Why it failed.
    public let failure: String?
    /// `kernel` or `userspace`.
    public let engine: String?
    /// What each monitor did about the conditions; times in nanoseconds.
    public let reactions: [String: RunStory.Reaction]
    /// What was measured.
    public let measured: [Measured]
  }

  /// The schema of this object: 1.
  public let schema = 1
  /// The runs, in the order in which they began.
  public let runs: [Run]

  private enum CodingKeys: String, CodingKey { case schema, runs }

  /// The summary of a record's events.
  public init(events: [RecordEvent]) {
    runs = RunStory.all(in: events).map { story in
      return Run(
        name: story.name, outcome: story.finished?.outcome, failure: story.finished?.failure,
        engine: story.started?.engine,
        reactions: Dictionary(uniqueKeysWithValues: story.monitors.map { ($0, story.reaction(of: $0)) }),
        measured: story.measured)
    }
  }
}
