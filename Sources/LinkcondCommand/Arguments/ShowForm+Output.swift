import Profiles

extension ShowForm {
  /// The profile in this form, with what the form cannot say as complaints.
  func output(_ profile: Profile, device: String?) throws -> CommandOutput {
    let result = try ProfileExporter.export([profile], to: format, device: device)
    return CommandOutput(facts: result.text, complaints: result.warnings.map { "Warning: \($0)\n" }.joined())
  }

  private var format: ProfileFormat {
    switch self {
    case .plist: .native
    case .nlc: .nlc
    case .tc: .tc
    }
  }
}
