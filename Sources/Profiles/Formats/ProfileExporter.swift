import FoundationEssentials

/// Writes profiles in the formats of ``ProfileFormat/writable``.
///
/// What a format cannot say is warned of by name, or refused where the result would be another link altogether; nothing is
/// dropped in silence.
public enum ProfileExporter {
  /// Writes `profiles`.
  ///
  /// - Parameters:
  ///   - format: One of ``ProfileFormat/writable``. ``ProfileFormat/native`` and ``ProfileFormat/tc`` take one profile.
  ///   - device: The interface that commands of `tc` are for; they condition what it sends and what it receives.
  /// - Throws: ``ExportRefusal``.
  public static func export(
    _ profiles: [Profile], to format: ProfileFormat, device: String? = nil
  ) throws(ExportRefusal) -> ExportResult {
    try export(profiles, to: format, device: device, origin: "-", original: nil)
  }

  /// Writes what was read; Apple's file written as Apple's file says again what it said, to the letter.
  public static func export(
    _ file: ProfileImport, to format: ProfileFormat, device: String? = nil
  ) throws(ExportRefusal) -> ExportResult {
    try export(file.profiles, to: format, device: device, origin: file.file, original: file.apple)
  }

  private static func export(
    _ profiles: [Profile], to format: ProfileFormat, device: String?, origin: String, original: AppleProfileFile?
  ) throws(ExportRefusal) -> ExportResult {
    func refusal(_ reason: String) -> ExportRefusal { ExportRefusal(format: format, reasons: [reason]) }
    guard let first = profiles.first else { throw refusal("there is no profile.") }
    guard profiles.count == 1 || [.nlc, .conditionInducer, .json].contains(format) else {
      let names = profiles.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw refusal("it holds one profile, and there are \(profiles.count): \(names). Choose one of them with --name.")
    }
    switch format {
    case .native:
      return ExportResult(text: first.propertyListText, warnings: companions(of: first))
    case .nlc, .conditionInducer:
      var writer = AppleProfileWriter(format)
      let file = writer.file(profiles, original: original)
      guard writer.refusals.isEmpty else { throw ExportRefusal(format: format, reasons: writer.refusals) }
      return ExportResult(
        text: format == .nlc ? file.preferenceText : file.profilesText, warnings: writer.warnings)
    case .tc:
      guard let device else {
        throw refusal("its commands are for an interface, and none is named. Name it, as in '--device eth0'.")
      }
      return try TrafficControlWriter.commands(first, device: device)
    case .json:
      return ExportResult(text: try json(profiles, origin: origin), warnings: [])
    case .atc, .webPageTest, .sitespeed, .chromeDevTools, .firefox, .androidEmulator, .mahimahi, .nethang, .tcconfig,
      .containerlab, .browserStack, .firebase, .charles, .comcast:
      let names = ProfileFormat.writable.map(\.rawValue).joined(separator: ", ")
      throw refusal("the format is read, not written. Written are \(names).")
    }
  }

  /// A native file names the files of traces and tables; they are not written.
  static func companions(of profile: Profile) -> [String] {
    var files: [String] = []
    for conditions in [profile.downlink, profile.uplink] {
      if let trace = conditions.trace { files.append(trace.name) }
      if case .table(let name, _) = conditions.jitter?.distribution { files.append(name) }
    }
    return Set(files).sorted().map {
      "\(profile.name): the file \"\(QuantityFault.shown($0))\" has to lie where the profile names it."
    }
  }

  private struct List: Encodable {
    let schema = 1
    let profiles: [ProfileFacts]

    private enum CodingKeys: String, CodingKey { case schema, profiles }
  }

  /// One profile as `linkcond show --json` prints it, several as `linkcond list --json` does.
  private static func json(_ profiles: [Profile], origin: String) throws(ExportRefusal) -> String {
    let facts = profiles.map { ProfileFacts($0, origin: .file(origin)) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let data = facts.count == 1 ? try encoder.encode(facts[0]) : try encoder.encode(List(profiles: facts))
      return String(decoding: data, as: UTF8.self) + "\n"
    } catch {
      throw ExportRefusal(format: .json, reasons: ["\(error)"])
    }
  }
}
