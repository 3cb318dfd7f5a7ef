public import Conditioner
internal import LinuxSystem
public import Profiles

/// What a program under test and its server find around them in one run: variables, and a folder for temporary files
/// that is theirs alone.
public struct AppSurroundings: ~Copyable, Sendable {
  /// `LINKCOND_RUN`, `LINKCOND_PROFILE`, `LINKCOND_INTERFACES` and `TMPDIR`, for the environment of both.
  public let variables: [String: String]
  private let folder: AppFolder

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - run: The run's name, as `LINKCOND_RUN`.
  ///   - title: What it is about, as `LINKCOND_PROFILE`.
  ///   - profiles: The profiles that its interfaces come under.
  /// - Throws: `SystemError` that names the folder.
  public init(run: String, title: String, lab: Lab, profiles: [Profile]) throws {
    folder = try AppFolder()
    variables = [
      "LINKCOND_RUN": run, "LINKCOND_PROFILE": title,
      "LINKCOND_INTERFACES": LabInterface.variable(lab.interfaces, under: profiles), "TMPDIR": folder.path,
    ]
  }

  /// The path of the folder, which is `TMPDIR` too.
  public var temporaryFolder: String { folder.path }

  /// Takes the folder away with all that is in it.
  public func remove() { folder.remove() }

  /// Takes away the folders of runs of this user that were killed.
  public static func sweep() { AppFolder.sweep() }
}
