/// What a profile's file may refer to: other profiles, and files beside it.
struct ProfileSurroundings {
  /// The profile that is inherited from; throws ``UnknownName``, ``InheritanceCycle``, or ``ProfileFaults``.
  let inherited: (String) throws -> Profile
  /// The bytes of a file, whose path is relative to the folder of the profile's file.
  let bytes: (String) throws(ProfileFaults) -> [UInt8]

  /// No other profiles, and files beside the one at `file`.
  static func alone(_ file: String) -> ProfileSurroundings {
    ProfileSurroundings(
      inherited: { name in throw UnknownName(.profile, name: name, nearest: [], searched: []) },
      bytes: { path throws(ProfileFaults) in try ProfileFile.bytes(of: path, besideFile: file, largest: largestFile) })
  }

  /// The largest file of a trace or of a distribution; a million moments fit.
  static let largestFile = 16 * PropertyListFile.largest
}
