internal import Record

/// What is different between two records: runs of one profile or scenario are held against each other, and repeats of
/// it give the spread that is noise.
public struct RecordComparison: Encodable, Sendable {
  /// What a difference means for the program's users.
  public enum Verdict: String, Encodable, Sendable {
    /// Later, or something that has to be there is gone.
    case worse
    /// Sooner, or something that should not be there is gone.
    case better
    /// Different, and nobody can say which way.
    case changed
    /// Within the noise.
    case same
  }

  /// The schema of this object: 1.
  public let schema = 1
  /// The least difference in time that counts, in nanoseconds, as it was asked for; nil where each transition has its own,
  /// by how its monitor learns of a change.
  public let floor: Int64?
  /// Whether anything got worse beyond the noise.
  public let isWorse: Bool
  /// How the runs of the two were made differently; empty if what differs is the program's or the machine's alone.
  public let differences: [SetupDifference]
  /// The profiles and scenarios that both records have.
  public let groups: [ComparedGroup]
  /// Those that only the first record has.
  public let onlyInA: [String]
  /// Those that only the second record has.
  public let onlyInB: [String]

  private enum CodingKeys: String, CodingKey { case schema, floor, isWorse, differences, groups, onlyInA, onlyInB }

  /// Compares the runs of two records, the first being the older one.
  ///
  /// - Parameter floor: the least difference in time that counts, in nanoseconds; what repeats differ by counts as noise
  ///   even where it is larger. Nil is 50 ms for path and reachability, which the kernel tells, and more in a run that was
  ///   starved; the interval between two probes for the probe; 500 ms for all others.
  public init(_ a: [RunStory], _ b: [RunStory], floor: Int64? = nil) {
    let (old, new) = (Self.groups(a), Self.groups(b))
    self.floor = floor
    let common = old.compactMap { name, runs in
      new.first { $0.name == name }.map { (name: name, a: runs, b: $0.runs) }
    }
    differences = SetupDifference.all(common)
    groups = common.map { ComparedGroup(name: $0.name, $0.a, $0.b, floor) }
    onlyInA = old.map(\.name).filter { name in !new.contains { $0.name == name } }
    onlyInB = new.map(\.name).filter { name in !old.contains { $0.name == name } }
    isWorse = groups.contains { $0.isWorse }
  }

  /// Whether there was anything to compare.
  public var isEmpty: Bool { groups.isEmpty }

  /// Runs by the name of what they ran, in the order in which they began.
  private static func groups(_ stories: [RunStory]) -> [(name: String, runs: [RunAnalysis])] {
    var groups: [(name: String, runs: [RunAnalysis])] = []
    for story in stories {
      let name = story.groupName
      if let index = groups.firstIndex(where: { $0.name == name }) {
        groups[index].runs.append(RunAnalysis(story))
      } else {
        groups.append((name, [RunAnalysis(story)]))
      }
    }
    return groups
  }
}

extension RunStory {
  /// What the run ran: its repeats have the same.
  var groupName: String { started?.scenario ?? started?.profile.name ?? name }
}
