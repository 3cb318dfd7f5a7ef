/// Makes a profile of what stands for one in a scenario: a name, the path of a file, or a dictionary.
struct ProfileReference {
  let reader: PropertyListReader
  let catalog: ProfileCatalog

  /// The profile; nil, with a fault, where there is none.
  func profile(_ node: PropertyListReader.Node?) -> Profile? {
    guard let node else { return nil }
    if case .dictionary(let values) = node.value {
      let catalog = catalog
      let surroundings = ProfileSurroundings(
        inherited: { try catalog.profile(named: $0) }, bytes: ProfileSurroundings.alone(reader.file).bytes)
      let entries = PropertyListReader.Entries(path: node.path, values: values)
      return ProfileReader(reader: reader, surroundings: surroundings).profile(entries)
    }
    guard let text = reader.line(node, longest: 1_024) else { return nil }
    do {
      // Beside the scenario's file, whatever the working directory is.
      let path = ProfileFile.path(text, besideFile: reader.file)
      return ProfileFile.isPath(text) || (text.hasSuffix(".plist") && ProfileFile.isFolder(path) == false)
        ? try catalog.profile(at: path) : try catalog.profile(named: text)
    } catch let faults as ProfileFaults {
      for fault in faults.faults {
        reader.fault(node.path, fault.description)
      }
    } catch {
      reader.fault(node.path, "\(error)")
    }
    return nil
  }
}
