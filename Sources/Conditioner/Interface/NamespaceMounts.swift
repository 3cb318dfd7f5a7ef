/// Where network namespaces are mounted, as `ip netns` and container engines do so that they live without a process.
enum NamespaceMounts {
  /// The places of the namespace with this inode.
  ///
  /// - Parameter text: `/proc/self/mountinfo`; proc(5) tells its fields.
  static func paths(of inode: UInt64, in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", omittingEmptySubsequences: false)
      guard fields.count > 4, fields[3] == "net:[\(inode)]" else { return nil }
      return unescaped(fields[4])
    }
  }

  /// Blanks, line ends and backslashes stand there as `\` and three octal digits.
  private static func unescaped(_ field: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(field.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), let code = UInt8(String(decoding: rest.prefix(3), as: UTF8.self), radix: 8) {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
