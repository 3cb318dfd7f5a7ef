extension PropertyListOutline {
  private static let leaves = ["string", "integer", "real", "true", "false", "date", "data"]

  /// The outline of an XML list, from its tags alone.
  init(xml bytes: [UInt8]) {
    self.init()
    var at = 0
    var line = 1
    var keyStart: (at: Int, line: Int)?

    func skip(past end: String) {
      while at < bytes.count, !bytes[at...].starts(with: end.utf8) {
        if bytes[at] == UInt8(ascii: "\n") { line += 1 }
        at += 1
      }
      at = min(at + end.utf8.count, bytes.count)
    }

    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        if bytes[at] == UInt8(ascii: "\n") { line += 1 }
        at += 1
        continue
      }
      let rest = bytes[at...]
      if rest.starts(with: "<!--".utf8) {
        skip(past: "-->")
        continue
      }
      if rest.starts(with: "<![CDATA[".utf8) {
        skip(past: "]]>")
        continue
      }
      let start = at
      skip(past: ">")
      let tag = bytes[start..<at]
      if tag.starts(with: "<key>".utf8) {
        keyStart = (at, line)
      } else if tag.starts(with: "</key".utf8), let (from, line) = keyStart {
        found(key: String(decoding: bytes[from..<start], as: UTF8.self), line: line)
        keyStart = nil
      } else if tag.starts(with: "</dict".utf8) || tag.starts(with: "</array".utf8) {
        end()
      } else if tag.starts(with: "<dict".utf8) || tag.starts(with: "<array".utf8) {
        begin(array: tag.starts(with: "<array".utf8), line: line)
        if tag.reversed().starts(with: ">/".utf8) { end() }
      } else if Self.leaves.contains(where: { tag.starts(with: "<\($0)".utf8) }) {
        element(line: line)
      }
    }
  }
}
