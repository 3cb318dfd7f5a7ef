internal import LinuxSystem

/// The SSH server that this process descends from: `sudo` hides its variables, the table of processes does not.
enum SessionServer {
  /// The sockets of all `sshd` and `dropbear` processes among this process's forebears.
  static func sockets() -> Set<UInt64> {
    var inodes: Set<UInt64> = []
    var process = "self"
    // A process tree is not deeper than this; and a parent's number may have been given anew meanwhile.
    for _ in 0..<256 {
      do {
        let (name, parent) = try nameAndParent(process)
        if name.hasPrefix("sshd") || name.hasPrefix("dropbear") {
          for file in SystemFile.names(in: "/proc/\(process)/fd") {
            guard let target = SystemFile.link("/proc/\(process)/fd/\(file)"), target.hasPrefix("socket:["),
              let inode = UInt64(target.dropFirst(8).dropLast())
            else { continue }
            inodes.insert(inode)
          }
        }
        guard parent > 0 else { return inodes }
        process = "\(parent)"
      } catch {
        // It ended, or belongs to a namespace of processes that this one does not see.
        return inodes
      }
    }
    return inodes
  }

  /// Fields 2 and 4 of `/proc/PID/stat`, of which the name may have spaces and brackets.
  private static func nameAndParent(_ process: String) throws(SystemError) -> (String, Int32) {
    let text = try SystemFile.read("/proc/\(process)/stat")
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return ("", 0) }
    let rest = text[text.index(after: close)...].split(separator: " ")
    return (String(text[text.index(after: open)..<close]), rest.count > 1 ? Int32(rest[1]) ?? 0 : 0)
  }
}
