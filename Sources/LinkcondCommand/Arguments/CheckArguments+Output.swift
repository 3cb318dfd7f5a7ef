import Profiles

extension CheckArguments {
  private struct Facts: Encodable {
    let schema = 1
    let files: [FileFacts]

    private enum CodingKeys: String, CodingKey { case schema, files }
  }

  private struct FileFacts: Encodable {
    let file: String
    /// `profile` or `scenario`; null for a file with faults.
    let kind: String?
    let names: [String]
    let faults: [FaultFacts]

    private enum CodingKeys: String, CodingKey { case file, kind, names, faults }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(kind, forKey: .kind)
      try container.encode(names, forKey: .names)
      try container.encode(faults, forKey: .faults)
    }
  }

  private struct FaultFacts: Encodable {
    let file: String
    let line: Int?
    let keyPath: String?
    let message: String

    private enum CodingKeys: String, CodingKey { case file, line, keyPath, message }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(file, forKey: .file)
      try container.encode(line, forKey: .line)
      try container.encode(keyPath, forKey: .keyPath)
      try container.encode(message, forKey: .message)
    }
  }

  /// What is in the files, and what is wrong with them, with the profiles of `store`.
  func output(_ store: ProfileStore) throws -> CommandOutput {
    let checks = files.map { FileCheck($0, profiles: store) }
    var output = CommandOutput(facts: "")
    if isJSON {
      output.facts = try CommandOutput.json(Facts(files: checks.map(Self.facts)))
    } else {
      output.facts = checks.compactMap(Self.line).joined()
      output.complaints = checks.flatMap(\.faults).map { "Error: \($0)\n" }.joined()
    }
    if checks.contains(where: { !$0.faults.isEmpty }) { output.status = .badInput }
    return output
  }

  /// The files, with the profiles that are found from here.
  func output() throws -> CommandOutput { try output(ProfileStore(extra: profilePlaces)) }

  private static func facts(_ check: FileCheck) -> FileFacts {
    let faults = check.faults.map {
      FaultFacts(file: $0.file, line: $0.line, keyPath: $0.keyPath, message: $0.message)
    }
    let (kind, names): (String?, [String]) =
      switch check.contents {
      case .profiles(let profiles): ("profile", profiles.map(\.name))
      case .scenario(let scenario): ("scenario", [scenario.name])
      case nil: (nil, [])
      }
    return FileFacts(file: check.file, kind: kind, names: names, faults: faults)
  }

  /// A sound file in a line.
  private static func line(_ check: FileCheck) -> String? {
    switch check.contents {
    case .profiles(let profiles):
      let names = profiles.map { "'\($0.name)'" }.joined(separator: ", ")
      return "\(check.file): \(profiles.count == 1 ? "profile" : "\(profiles.count) profiles:") \(names)\n"
    case .scenario(let scenario):
      let steps = scenario.steps.count == 1 ? "1 step" : "\(scenario.steps.count) steps"
      let rounds = scenario.rounds == 1 ? "" : ", \(scenario.rounds) rounds"
      return "\(check.file): scenario '\(scenario.name)', \(steps) in \(scenario.length.quantityText)\(rounds)\n"
    case nil: return nil
    }
  }
}
