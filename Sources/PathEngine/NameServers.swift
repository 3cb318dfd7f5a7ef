internal import LinuxSystem

/// The DNS servers of this machine, as `resolv.conf(5)` has them.
enum NameServers {
  static var areConfigured: Bool {
    do {
      let file = try FileDescriptor(path: "/etc/resolv.conf", flags: 0)
      return names(in: String(decoding: try file.read(65_536, operation: "read /etc/resolv.conf"), as: UTF8.self))
    } catch {
      return false
    }
  }

  static func names(in text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.count >= 2 && words[0] == "nameserver"
    }
  }
}
