import FoundationEssentials

/// Reads profiles from the file system.
enum ProfileFile {
  /// The profile in the file at `path`.
  static func read(_ path: String) throws(ProfileFaults) -> Profile {
    try Profile(propertyList: bytes(of: path), file: path)
  }

  /// What is at `path`: true for a folder, false for a file, nil for nothing.
  static func isFolder(_ path: String) -> Bool? {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
  }

  /// The paths of the `.plist` files in the folder at `path`, in the order of their names; hidden ones left out.
  static func list(_ path: String) throws(ProfileFaults) -> [String] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      return names.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
    } catch {
      throw ProfileFaults([ProfileFault(file: path, message: "The folder cannot be read: \(reason(error)).")])
    }
  }

  private static func bytes(of path: String) throws(ProfileFaults) -> [UInt8] {
    func refuse(_ message: String) -> ProfileFaults { ProfileFaults([ProfileFault(file: path, message: message)]) }
    do {
      // Asked first, so that neither a device, a pipe without a writer nor a huge file is read.
      let attributes = try FileManager.default.attributesOfItem(atPath: resolved(path))
      guard attributes[.type] as? FileAttributeType == .typeRegular else {
        throw refuse("This is not a regular file; a profile is a property-list file.")
      }
      if let size = attributes[.size] as? Int, size > PropertyListFile.largest {
        throw refuse(PropertyListFile.tooLarge(size))
      }
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch let faults as ProfileFaults {
      throw faults
    } catch {
      throw refuse("The file cannot be read: \(reason(error)).")
    }
  }

  /// The path behind symbolic links.
  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// The kernel's words where it had any.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "No such file or directory"
    case .fileReadNoPermission: return "Permission denied"
    default: return "\(error)"
    }
  }
}
