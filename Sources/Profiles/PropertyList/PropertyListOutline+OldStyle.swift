extension PropertyListOutline {
  /// The outline of an old-style (OpenStep) list.
  init(oldStyle bytes: [UInt8]) {
    self.init()
    var at = 0
    var line = 1
    // Whether the next string is a key, for each open container: true and false in a dictionary, nil in an array.
    var expectsKey: [Bool?] = []
    // A list of `key = value;` without braces is a dictionary too.
    var topExpectsKey = true
    // Whether a key was read and not yet what follows it.
    var isBehindKey = false

    /// Takes note of something that is neither.
    func other() {
      if isBehindKey, unexpected == nil { unexpected = line }
      isBehindKey = false
    }
    func isBare(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
        UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    /// Moves behind the next `end`; a backslash protects what follows it when `escapes`.
    func skip(past end: [UInt8], escapes: Bool, from start: String) {
      let first = line
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "\n") { line += 1 }
        if escapes, bytes[at] == UInt8(ascii: "\\") {
          at += 2
        } else if bytes[at...].starts(with: end) {
          at += end.count
          return
        } else {
          at += 1
        }
      }
      at = min(at, bytes.count)
      unended = (start, first)
    }
    func string(_ range: Range<Int>, line: Int) {
      guard let expectsKey = expectsKey.isEmpty ? topExpectsKey : expectsKey[expectsKey.count - 1] else {
        element(line: line)
        return
      }
      guard expectsKey else { return }
      if isBehindKey, unexpected == nil { unexpected = line }
      isBehindKey = true
      found(key: String(decoding: bytes[range], as: UTF8.self), line: line)
    }
    func setExpectsKey(_ value: Bool) {
      if expectsKey.isEmpty {
        topExpectsKey = value
      } else if expectsKey[expectsKey.count - 1] != nil {
        expectsKey[expectsKey.count - 1] = value
      }
    }

    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        at += 1
      case UInt8(ascii: "/") where bytes[at...].starts(with: "//".utf8):
        while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
      case UInt8(ascii: "/") where bytes[at...].starts(with: "/*".utf8):
        at += 2
        skip(past: Array("*/".utf8), escapes: false, from: "/*")
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let (start, startLine) = (at + 1, line)
        at += 1
        skip(past: [byte], escapes: true, from: String(decoding: [byte], as: UTF8.self))
        string(start..<max(start, at - 1), line: startLine)
      case UInt8(ascii: "<"):
        // Data in hexadecimal digits.
        other()
        if let last = expectsKey.last, last == nil { element(line: line) }
        skip(past: [UInt8(ascii: ">")], escapes: false, from: "<")
      case UInt8(ascii: "{"):
        other()
        begin(array: false, line: line)
        expectsKey.append(true)
        at += 1
      case UInt8(ascii: "("):
        other()
        begin(array: true, line: line)
        expectsKey.append(nil)
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: ")"):
        other()
        end()
        if !expectsKey.isEmpty { expectsKey.removeLast() }
        at += 1
      case UInt8(ascii: "="):
        isBehindKey = false
        setExpectsKey(false)
        at += 1
      case UInt8(ascii: ";"):
        isBehindKey = false
        setExpectsKey(true)
        at += 1
      case _ where isBare(byte):
        let start = at
        while at < bytes.count, isBare(bytes[at]) { at += 1 }
        string(start..<at, line: line)
      default:
        if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t"), byte != UInt8(ascii: "\r") { other() }
        at += 1
      }
    }
  }
}
