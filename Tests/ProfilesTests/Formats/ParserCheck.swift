import Profiles

/// What must hold whatever bytes a parser is given. The tests and the fuzz targets both ask this.
enum ParserCheck {
  /// The parsers: a format each, the one that tells formats apart, and that of scenarios.
  static let parsers = ProfileFormat.readable.map(\.rawValue) + [recognition, scenario]
  static let recognition = "recognition"
  static let scenario = "scenario"
  /// The bundled profiles alone, so that nothing depends on where this runs.
  private static let profiles = ProfileStore(workingDirectory: nil, home: nil)

  /// What is wrong with how a parser takes `bytes`; nil if all is well. `file` is how it is told that they are called.
  static func complaint(_ bytes: [UInt8], parser: String, file: String = "file") -> String? {
    do throws(ProfileFaults) {
      if parser == recognition {
        guard let format = try ProfileImporter.recognise(bytes, name: file), format != .json else { return nil }
        return complaint(try ProfileImporter.import(bytes, file: file), expected: format)
      }
      if parser == scenario {
        return scenarioComplaint(try Scenario(propertyList: bytes, file: file, profiles: profiles))
      }
      guard let format = ProfileFormat(rawValue: parser) else { return "there is no parser \(parser)" }
      return complaint(try ProfileImporter.import(bytes, file: file, as: format), expected: format)
    } catch {
      if error.faults.isEmpty { return "it is refused without a fault" }
      if let silent = error.faults.first(where: { $0.message.isEmpty || $0.file != file }) {
        return "a fault says nothing of use: \(silent)"
      }
      return nil
    }
  }

  /// What is read can be written as a scenario, which reads as the same.
  private static func scenarioComplaint(_ scenario: Scenario) -> String? {
    let text = scenario.propertyListText(profiles: profiles)
    // A base that many steps inherit from is written out for each.
    guard text.utf8.count <= ProfileImporter.largest else { return nil }
    do throws(ProfileFaults) {
      let again = try Scenario(propertyList: Array(text.utf8), file: "again", profiles: profiles)
      return again == scenario ? nil : "written out it is another: \(text)"
    } catch {
      return "written out it has faults: \(error) in \(text)"
    }
  }

  private static func complaint(_ found: ProfileImport, expected: ProfileFormat) -> String? {
    guard found.format == expected else { return "it is \(found.format), not \(expected)" }
    guard !found.profiles.isEmpty else { return "there is no profile and no fault" }
    for profile in found.profiles {
      if let complaint = nativeComplaint(profile) ?? commandComplaint(profile) { return complaint }
    }
    return appleComplaint(found)
  }

  /// What is read can be written as a native profile, which reads as the same.
  private static func nativeComplaint(_ profile: Profile) -> String? {
    // The files of traces and tables are not there.
    let names = [profile.downlink, profile.uplink].map { conditions -> Bool in
      if case .table = conditions.jitter?.distribution { return true }
      return conditions.trace != nil
    }
    guard !names.contains(true) else { return nil }
    let text = profile.propertyListText
    do throws(ProfileFaults) {
      let again = try Profile(propertyList: Array(text.utf8), file: "again")
      return again == profile ? nil : "as a native profile it is another: \(text)"
    } catch {
      return "as a native profile it has faults: \(error) in \(text)"
    }
  }

  /// What is read is refused as commands of tc, or makes commands that can be read.
  private static func commandComplaint(_ profile: Profile) -> String? {
    let text: String
    do throws(ExportRefusal) {
      text = try ProfileExporter.export([profile], to: .tc, device: "eth0").text
    } catch {
      return error.reasons.isEmpty ? "it is not written, and no reason is given" : nil
    }
    // A table that is not one of tc's own cannot be read back.
    for conditions in [profile.downlink, profile.uplink] {
      if case .table = conditions.jitter?.distribution { return nil }
    }
    do throws(ProfileFaults) {
      _ = try ProfileImporter.import(Array(text.utf8), file: "again", as: .tc)
      return nil
    } catch {
      return "as commands it has faults: \(error) in \(text)"
    }
  }

  /// What is read is refused as Apple's file, or makes one that is the same when it is read and written again.
  private static func appleComplaint(_ found: ProfileImport) -> String? {
    let text: String
    do throws(ExportRefusal) {
      text = try ProfileExporter.export(found, to: .nlc).text
    } catch {
      return error.reasons.isEmpty ? "it is not written, and no reason is given" : nil
    }
    // A long list of short profiles is longer in Apple's words.
    guard text.utf8.count <= ProfileImporter.largest else { return nil }
    do {
      let again = try ProfileImporter.import(Array(text.utf8), file: "again", as: .nlc)
      guard again.profiles.count == found.profiles.count else {
        return "as Apple's file it has other profiles: \(text)"
      }
      let second = try ProfileExporter.export(again, to: .nlc).text
      return second == text ? nil : "as Apple's file it changes from \(text) to \(second)"
    } catch {
      return "as Apple's file it has faults: \(error) in \(text)"
    }
  }
}
