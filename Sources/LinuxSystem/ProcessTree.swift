internal import Glibc

/// The processes under one, and what they hold.
public enum ProcessTree {
  /// The numbers of a process and of all under it, as this process sees them. Equivalent to `pstree -p`.
  public static func processes(under root: Int32) -> [Int32] {
    var found = [root]
    var next = 0
    while next < found.count {
      defer { next += 1 }
      let path = "/proc/\(found[next])/task"
      for thread in names(in: path) {
        guard let text = text(of: "\(path)/\(thread)/children") else { continue }
        found += text.split(separator: " ").compactMap { Int32($0) }.filter { !found.contains($0) }
      }
    }
    return found
  }

  /// The numbers of the sockets that these processes hold; what may not be looked at is left out.
  public static func socketInodes(of processes: [Int32]) -> Set<UInt32> {
    var inodes: Set<UInt32> = []
    for process in processes {
      let folder = "/proc/\(process)/fd"
      for name in names(in: folder) {
        var buffer = [UInt8](repeating: 0, count: 64)
        let length = readlink("\(folder)/\(name)", &buffer, buffer.count)
        guard length > 9 else { continue }
        let target = String(decoding: buffer.prefix(length), as: UTF8.self)
        // `socket:[12345]`
        if target.hasPrefix("socket:["), let inode = UInt32(target.dropFirst(8).dropLast()) { inodes.insert(inode) }
      }
    }
    return inodes
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.first != "." { names.append(name) }
    }
    return names
  }

  private static func text(of path: String) -> String? {
    do throws(SystemError) {
      let file = try FileDescriptor(path: path, flags: O_RDONLY)
      return String(decoding: try file.read(65_536, operation: "read \(path)"), as: UTF8.self)
    } catch {
      // The process has ended meanwhile.
      return nil
    }
  }
}
