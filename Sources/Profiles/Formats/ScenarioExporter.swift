import FoundationEssentials

/// Writes scenarios in the formats that can say them: ``ProfileFormat/native`` and ``ProfileFormat/json``.
public enum ScenarioExporter {
  /// Writes a scenario; `origin` is where it was found, for JSON, and profiles that `profiles` finds are named.
  ///
  /// - Throws: ``ExportRefusal`` for a format that holds profiles alone.
  public static func export(
    _ scenario: Scenario, to format: ProfileFormat, origin: ProfileOrigin, profiles: ProfileStore = ProfileStore()
  ) throws(ExportRefusal) -> ExportResult {
    switch format {
    case .native:
      let used = scenario.interfaces.map(\.profile) + scenario.steps.compactMap(\.action.profile)
      return ExportResult(
        text: scenario.propertyListText(profiles: profiles),
        warnings: Array(Set(used.flatMap(ProfileExporter.companions))).sorted())
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      do {
        let data = try encoder.encode(ScenarioFacts(scenario, origin: origin))
        return ExportResult(text: String(decoding: data, as: UTF8.self) + "\n", warnings: [])
      } catch {
        throw ExportRefusal(format: format, reasons: ["\(error)"])
      }
    default:
      throw ExportRefusal(
        format: format, reasons: ["\"\(scenario.name)\" is a scenario, and the format holds profiles alone."])
    }
  }
}
