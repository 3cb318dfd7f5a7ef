extension Scenario {
  /// Reads a scenario from the bytes of a property list: old-style, XML or binary.
  ///
  /// `file` is how the file is named in faults, and where the paths of profiles in it start from; names of profiles are looked
  /// up in `profiles`.
  ///
  /// - Throws: ``ProfileFaults`` with everything that is wrong: what is wrong with any property list (see
  ///   ``Profile/init(propertyList:file:)``), profiles that are unknown or damaged, steps that do nothing or several things,
  ///   interfaces and steps that are named and not there, and expectations of monitors that do not run.
  public init(
    propertyList data: [UInt8], file: String, profiles: ProfileStore = ProfileStore()
  ) throws(ProfileFaults) {
    self = try ScenarioReader.read(PropertyListFile(data, file: file), file: file, profiles: profiles.catalog())
  }
}
