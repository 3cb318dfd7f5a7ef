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
    /// The round trip that was asked for, in nanoseconds; absent for a scenario and where nothing gets through.
    public let roundTripAsked: Double?
    /// The middle round trip, in nanoseconds, under the profile, or over the whole of a scenario; absent without an answer.
    public let roundTrip: Double?
    /// The part of what was sent that did not come back, 0…1, likewise.
    public let loss: Double?
    /// What there is to know of its transitions, in words.
    public let findings: [Finding]
    /// What became of its expectations.
    public let expectations: [ExpectationResult]
  }

  /// Something to know.
  public struct Finding: Encodable, Sendable {
    /// `missed`: a change of conditions that a monitor did not notice; `unseen`: one that it can't; `late`: a reaction
    /// that came when its condition was over; `false`: a transition that no condition is behind; `flaps`: to and fro while
    /// conditions stayed; `disagree`: monitors that disagreed; `silent`: a program that told no status; `waiting`: a
    /// connection of its that went unanswered.
    public let kind: String
    /// The finding in words.
    public let text: String
  }

  /// The schema of this object: 1.
  public let schema = 1
  /// The runs, in the order in which they began.
  public let runs: [Run]

  private enum CodingKeys: String, CodingKey { case schema, runs }

  /// The summary of a record's events.
  public init(events: [RecordEvent]) { self.init(stories: RunStory.all(in: events)) }

  /// The summary of some runs.
  public init(stories: [RunStory]) {
    runs = stories.map { story in
      let run = RunAnalysis(story)
      let numbers = RunNumbers(run)
      return Run(
        name: story.name, outcome: story.finished?.outcome, failure: story.finished?.failure,
        engine: story.started?.engine,
        reactions: Dictionary(uniqueKeysWithValues: story.monitors.map { ($0, run.reaction(of: $0)) }),
        measured: story.measured,
        roundTripAsked: numbers.asked, roundTrip: numbers.roundTrip, loss: numbers.loss,
        findings: Report.Finding.all(run).map { Finding(kind: $0.kind.rawValue, text: $0.text) },
        expectations: story.finished?.expectations ?? [])
    }
  }
}
