/// Reads profiles in the formats of ``ProfileFormat/readable``.
public enum ProfileImporter {
  /// The largest file that is read, in bytes: 1 MiB.
  public static let largest = PropertyListFile.largest

  /// The format of a file by its content alone; nil for none that is known.
  ///
  /// `name` is how the file is named in faults, and settles nothing: a file of Apple's is one whatever it is called.
  ///
  /// - Throws: ``ProfileFaults`` where the content is damaged: above 1 MiB, not UTF-8, with NUL, nested too deep, or not
  ///   the property list or the JSON that it begins as.
  public static func recognise(_ bytes: [UInt8], name: String) throws(ProfileFaults) -> ProfileFormat? {
    try FormatRecognition.document(bytes, file: name).format
  }

  /// The profiles in `bytes`.
  ///
  /// - Parameters:
  ///   - file: How the file is named in faults; its last part without the ending is the name of a profile that has none.
  ///   - format: The format to read it as; nil to recognise it by its content.
  /// - Throws: ``ProfileFaults`` with everything that is wrong with the file.
  public static func `import`(
    _ bytes: [UInt8], file: String, as format: ProfileFormat? = nil
  ) throws(ProfileFaults) -> ProfileImport {
    let document = try FormatRecognition.document(bytes, file: file, as: format)
    guard let format = format ?? document.format else {
      let names = ProfileFormat.readable.map(\.rawValue).joined(separator: ", ")
      throw ProfileFaults([
        ProfileFault(
          file: file, message: "The format is not recognised by the content; name it with --from, as one of \(names).")
      ])
    }
    switch (format, document.content) {
    case (.native, _):
      return ProfileImport(file: file, format: .native, profiles: [try Profile(propertyList: bytes, file: file)])
    case (.nlc, .list(let list)), (.conditionInducer, .list(let list)):
      return try AppleProfileFile.read(list, file: file, as: format)
    case (.atc, .json(let root)): return try ATCReader.read(root, file: file)
    case (.sitespeed, .json(let root)): return try SitespeedReader.read(root, file: file)
    case (.chromeDevTools, .json(let root)), (.firefox, .json(let root)):
      return try BrowserReader.read(root, file: file, as: format)
    case (.tcconfig, .json(let root)): return try TCConfigReader.read(root, file: file)
    case (.containerlab, .json(let root)): return try ContainerlabReader.read(root, file: file)
    case (.browserStack, .json(let root)): return try BrowserStackReader.read(root, file: file)
    case (.firebase, .json(let root)): return try FirebaseReader.read(root, file: file)
    case (.webPageTest, .text(let text)): return try WebPageTestReader.read(text, file: file)
    case (.androidEmulator, .text(let text)): return try AndroidEmulatorReader.read(text, file: file)
    case (.mahimahi, .text(let text)): return try MahimahiReader.read(text, file: file)
    case (.nethang, .text(let text)): return try NetHangReader.read(text, file: file)
    case (.tc, .text(let text)): return try TrafficControlReader.read(text, file: file)
    case (.charles, .text(let text)): return try CharlesReader.read(text, file: file)
    case (.comcast, .text(let text)): return try ComcastReader.read(text, file: file)
    case (.json, _):
      throw ProfileFaults([
        ProfileFault(
          file: file, message: "The JSON of linkcond is for other programs to read; linkcond does not read it.")
      ])
    case (_, .list): throw Self.mismatch(format, "a property list", file)
    case (_, .json): throw Self.mismatch(format, "JSON", file)
    case (_, .text): throw Self.mismatch(format, "plain text", file)
    }
  }

  /// The profiles in the file at `path`; a native one may inherit from those of `store`.
  ///
  /// - Throws: ``ProfileFaults``, also for a file that cannot be read.
  public static func `import`(
    contentsOf path: String, as format: ProfileFormat? = nil, inheritingFrom store: ProfileStore = ProfileStore()
  ) throws(ProfileFaults) -> ProfileImport {
    let bytes = try ProfileFile.bytes(of: path, besideFile: "", largest: largest)
    var recognised = format
    if format == nil { recognised = try recognise(bytes, name: path) }
    guard recognised == .native else { return try `import`(bytes, file: path, as: format) }
    let profile = try Profile(propertyList: bytes, file: path, profiles: store)
    return ProfileImport(file: path, format: .native, profiles: [profile])
  }

  /// The scenario in the file at `path`; nil for a file of anything else. Names of profiles in it are looked up in `profiles`.
  ///
  /// - Throws: ``ProfileFaults`` for a damaged scenario, and for a file that cannot be read or is not what it begins as.
  public static func scenario(
    contentsOf path: String, profiles: ProfileStore = ProfileStore()
  ) throws(ProfileFaults) -> Scenario? {
    let bytes = try ProfileFile.bytes(of: path, besideFile: "", largest: largest)
    guard case .list(let list) = try FormatRecognition.document(bytes, file: path).content, list.root["Steps"] != nil
    else { return nil }
    return try ScenarioReader.read(list, file: path, profiles: profiles.catalog())
  }

  private static func mismatch(_ format: ProfileFormat, _ found: String, _ file: String) -> ProfileFaults {
    ProfileFaults([ProfileFault(file: file, message: "This is \(found), which \(format.rawValue) is not.")])
  }
}
