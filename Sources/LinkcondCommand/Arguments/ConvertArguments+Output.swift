import FoundationEssentials
import LinuxSystem
import Profiles

extension ConvertArguments {
  /// The file in the other format; `store` has the profiles that a native file may inherit from.
  ///
  /// - Throws: ``ProfileFaults`` for a damaged file, ``UnknownName`` for a name that is not in it, ``ExportRefusal`` for
  ///   what cannot be written.
  func output(_ store: ProfileStore = ProfileStore()) throws -> CommandOutput {
    if name == nil, source == nil || source == .native,
      let scenario = try ProfileImporter.scenario(contentsOf: file, profiles: store)
    {
      let result = try ScenarioExporter.export(scenario, to: target, origin: .file(file), profiles: store)
      return try written(result, called: scenario.name, [])
    }
    var found = try ProfileImporter.import(contentsOf: file, as: source, inheritingFrom: store)
    var choice: [String] = []
    if let name {
      found = found.only(try Self.profile(named: name, in: found))
    } else if found.profiles.count > 1, !writesFolder, [.native, .tc].contains(target),
      let selected = found.defaultProfile
    {
      found = found.only(selected)
      choice = ["Note: \(selected.name) is taken, which is selected in the file.\n"]
    }
    var complaints = found.assumptions.map { "Note: \($0)\n" } + choice
    if writesFolder, let destination {
      var taken: Set<String> = []
      for profile in found.profiles {
        let result = try ProfileExporter.export(found.only(profile), to: target, device: device)
        complaints += result.warnings.map { "Warning: \($0)\n" }
        // Names that differ in signs alone make one file name.
        var (file, number) = (Self.fileName(profile.name, target), 2)
        while !taken.insert(file).inserted {
          file = Self.fileName("\(profile.name) \(number)", target)
          number += 1
        }
        try write(result.text, to: "\(destination)/\(file)")
      }
      return CommandOutput(facts: "", complaints: complaints.joined())
    }
    let result = try ProfileExporter.export(found, to: target, device: device)
    return try written(result, called: found.profiles.first?.name ?? "", complaints)
  }

  /// Writes what there is one of to where it was asked to go.
  private func written(
    _ result: ExportResult, called name: String, _ complaints: [String]
  ) throws -> CommandOutput {
    let complaints = (complaints + result.warnings.map { "Warning: \($0)\n" }).joined()
    guard let destination else { return CommandOutput(facts: result.text, complaints: complaints) }
    try write(result.text, to: writesFolder ? "\(destination)/\(Self.fileName(name, target))" : destination)
    return CommandOutput(facts: "", complaints: complaints)
  }

  private func write(_ text: String, to path: String) throws {
    try SystemFile.publish(path, text, operation: "write the file '\(path)'")
  }

  private var writesFolder: Bool {
    var isFolder = false
    return destination.map { FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && isFolder } ?? false
  }

  private static func profile(named name: String, in file: ProfileImport) throws -> Profile {
    let names = file.profiles.map(\.name)
    // Case and spaces matter as little as elsewhere.
    func normalized(_ name: String) -> String { name.lowercased().filter { !" -_".contains($0) } }
    if let profile = file.profiles.first(where: { normalized($0.name) == normalized(name) }) { return profile }
    throw UnknownName(.profile, name: name, nearest: Spelling.nearest(to: name, among: names), searched: [file.file])
  }

  /// A file name of letters, digits and dashes that what has the name is found by.
  private static func fileName(_ name: String, _ format: ProfileFormat) -> String {
    let parts = name.lowercased().split { !($0.isLetter || $0.isNumber || $0 == ".") }
    let ending: String
    switch format {
    case .tc: ending = "sh"
    case .json: ending = "json"
    default: ending = "plist"
    }
    return "\(parts.joined(separator: "-")).\(ending)"
  }
}
