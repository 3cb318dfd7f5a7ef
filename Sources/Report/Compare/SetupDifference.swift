internal import Record

/// Something in how the runs of two records were made that is not the same, so that what differs may be its doing.
public struct SetupDifference: Encodable, Hashable, Sendable {
  /// What it is: `command`, `status`, `server`, `engine`, `seed`, `profile`, `plan`, `interfaces`, `kernel` or `tool`.
  public let what: String
  /// The profiles and scenarios that it is about; empty for all that both records have.
  public let groups: [String]
  /// What the first record's runs have; several where they differ among themselves.
  public let a: [String]
  /// What the second record's have.
  public let b: [String]

  /// How two records' runs of the same profiles and scenarios differ in how they were made, the weightiest first.
  static func all(_ groups: [(name: String, a: [RunAnalysis], b: [RunAnalysis])]) -> [SetupDifference] {
    facts.compactMap { what, fact in
      var (names, a, b): ([String], [String], [String]) = ([], [], [])
      for group in groups {
        let (old, new) = (values(group.a, fact), values(group.b, fact))
        // What a record of an early version does not tell is not known to differ.
        guard !old.isEmpty, !new.isEmpty, old != new else { continue }
        names.append(group.name)
        a += old.filter { !a.contains($0) }
        b += new.filter { !b.contains($0) }
      }
      guard !names.isEmpty else { return nil }
      return SetupDifference(what: what, groups: names.count == groups.count ? [] : names, a: a, b: b)
    }
  }

  private static func values(_ runs: [RunAnalysis], _ fact: (RunStarted) -> String?) -> [String] {
    Set(runs.compactMap { $0.story.started.flatMap(fact) }).sorted()
  }

  private static let facts: [(what: String, fact: @Sendable (RunStarted) -> String?)] = [
    ("command", { $0.app.map { $0.command.joined(separator: " ") } ?? "none" }),
    ("status", { started in started.app.map { $0.statusPattern ?? "none" } }),
    ("server", { started in started.app.map { $0.server ?? "none" } }),
    ("engine", { $0.engine }),
    ("seed", { "\($0.seed)" }),
    ("profile", { $0.scenario == nil ? AskedText($0.profile).line : nil }),
    ("interfaces", { $0.plan.map { $0.interfaces.map { "\($0.name) \($0.type)" }.joined(separator: ", ") } }),
    ("plan", { $0.plan.map(planText) }),
    ("kernel", { $0.kernel }),
    ("tool", { $0.tool }),
  ]

  /// The changes of a plan, so that two plans have the same text only if they are the same.
  private static func planText(_ plan: PlanRecord) -> String {
    var hash = UInt64(0xcbf2_9ce4_8422_2325)
    // FNV-1a over all that happens: times, steps, interfaces, profiles, probe's rules and end.
    func mix(_ text: String) { for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
    for change in plan.changes {
      let profile = plan.profiles.indices.contains(change.profile) ? plan.profiles[change.profile] : ""
      mix("\(change.time) \(change.step) \(change.interface) \(profile)\n")
    }
    if let probe = plan.probe {
      mix([probe.interval, probe.timeout].map { "\($0 ?? -1)" }.joined(separator: " "))
      mix([probe.failuresToGoOffline, probe.successesToComeOnline].map { " \($0 ?? -1)" }.joined())
    }
    let changes = plan.changes.count
    return "\(changes) \(changes == 1 ? "change" : "changes") in \(QuantityText.duration(Double(plan.end))) (#"
      + String(hash & 0xffff, radix: 16) + ")"
  }
}
