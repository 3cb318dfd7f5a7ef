/// Files of which each has something with a name.
enum NamedFiles {
  /// What `read` makes of the files at a place, a folder or a file, each name once; damaged files are told of.
  static func at<Item>(
    _ place: String, name: (Item) -> String, read: (String) throws(ProfileFaults) -> [Item]
  ) -> (items: [Item], faults: [ProfileFault]) {
    var items: [Item] = []
    var faults: [ProfileFault] = []
    do throws(ProfileFaults) {
      // Names of this place so far: a second file with one is a fault, not a winner.
      var names: [String: String] = [:]
      for path in try ProfileFile.paths(at: place) {
        do throws(ProfileFaults) {
          for item in try read(path) {
            let key = ProfileStore.normalized(name(item))
            if let other = names[key] {
              throw ProfileFaults([
                ProfileFault(file: path, keyPath: "Name", message: "\"\(name(item))\" is also the name of \(other).")
              ])
            }
            names[key] = path
            items.append(item)
          }
        } catch {
          faults += error.faults
        }
      }
    } catch {
      faults += error.faults
    }
    return (items, faults)
  }
}
