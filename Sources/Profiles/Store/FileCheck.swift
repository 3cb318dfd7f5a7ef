/// Whether a file is a sound profile or scenario: what it has, or everything that is wrong with it.
public struct FileCheck: Hashable, Sendable {
  /// What a file has.
  public enum Contents: Hashable, Sendable {
    /// Profiles; a native file has one.
    case profiles([Profile])
    /// A scenario.
    case scenario(Scenario)
  }

  /// The file, as it was named.
  public let file: String
  /// What is in it; nil if it has faults.
  public let contents: Contents?
  /// What is wrong with it; empty for a sound file.
  public let faults: [ProfileFault]

  /// Reads a file. One that has `Steps` is a scenario.
  ///
  /// Names of profiles in it are looked up in `profiles`.
  public init(_ file: String, profiles: ProfileStore = ProfileStore()) {
    self.file = file
    do throws(ProfileFaults) {
      contents = try Self.read(file, profiles.catalog())
      faults = []
    } catch {
      contents = nil
      faults = error.faults
    }
  }

  private static func read(_ file: String, _ catalog: ProfileCatalog) throws(ProfileFaults) -> Contents {
    let list = try ProfileFile.list(in: file)
    guard list.root["Steps"] == nil else {
      return .scenario(try ScenarioReader.read(list, file: file, profiles: catalog))
    }
    return .profiles(try catalog.profiles(in: file))
  }
}
