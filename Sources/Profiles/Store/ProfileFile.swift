import FoundationEssentials

/// Reads the files of profiles and scenarios.
enum ProfileFile {
  /// The property list in the file at `path`.
  static func list(in path: String) throws(ProfileFaults) -> PropertyListFile {
    let bytes = try bytes(of: path, largest: PropertyListFile.largest)
    do throws(ProfileFaults) {
      return try PropertyListFile(bytes, file: path)
    } catch {
      // Where no format is recognised either, the property list's own faults are told.
      guard let format = try? ProfileImporter.recognise(bytes, name: path), !listFormats.contains(format) else {
        throw error
      }
      let way = format == .json ? "linkcond writes it and does not read it" : "'linkcond convert' reads it"
      throw ProfileFaults([
        ProfileFault(
          file: path, message: "This is no property list but looks like the format \(format.rawValue); \(way).")
      ])
    }
  }

  private static let listFormats: [ProfileFormat] = [.native, .nlc, .conditionInducer]

  /// The bytes of the file at `path`, which is relative to the folder of `file` unless it begins with a slash.
  static func bytes(of path: String, besideFile file: String, largest: Int) throws(ProfileFaults) -> [UInt8] {
    try bytes(of: self.path(path, besideFile: file), largest: largest)
  }

  /// The path that `path`, written in `file`, means.
  static func path(_ path: String, besideFile file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }

  /// Whether a text that may be a name means a path: with a slash, or with the ending of a file, and there.
  static func isPath(_ nameOrPath: String) -> Bool {
    nameOrPath.contains("/") || (nameOrPath.hasSuffix(".plist") && isFolder(nameOrPath) != nil)
  }

  /// The last part of a path.
  static func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

  /// What is at `path`: true for a folder, false for a file, nil for nothing.
  static func isFolder(_ path: String) -> Bool? {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
  }

  /// The paths of the files at a place, a folder or a file that must be there.
  static func paths(at place: String) throws(ProfileFaults) -> [String] {
    guard let isFolder = isFolder(place) else {
      throw ProfileFaults([ProfileFault(file: place, message: "There is no such file or folder.")])
    }
    return isFolder ? try list(place) : [place]
  }

  /// The paths of the `.plist` files in the folder at `path`, in the order of their names; hidden ones left out.
  private static func list(_ path: String) throws(ProfileFaults) -> [String] {
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      return names.filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }.sorted().map { "\(path)/\($0)" }
    } catch {
      throw ProfileFaults([ProfileFault(file: path, message: "The folder cannot be read: \(reason(error)).")])
    }
  }

  private static func bytes(of path: String, largest: Int) throws(ProfileFaults) -> [UInt8] {
    func refuse(_ message: String) -> ProfileFaults { ProfileFaults([ProfileFault(file: path, message: message)]) }
    do {
      // Asked first, so that neither a device, a pipe without a writer nor a huge file is read.
      let attributes = try FileManager.default.attributesOfItem(atPath: resolved(path))
      let type = attributes[.type] as? FileAttributeType
      guard type != .typeDirectory else {
        throw refuse("This is a folder, not a file.")
      }
      guard type == .typeRegular else {
        throw refuse("This is not a regular file.")
      }
      if let size = attributes[.size] as? Int, size > largest {
        throw refuse(PropertyListFile.tooLarge(size, largest: largest))
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
