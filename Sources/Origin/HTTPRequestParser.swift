/// Cuts requests out of what a connection brings, however it is split.
struct HTTPRequestParser {
  /// Why no request can be read from a connection any more.
  enum Fault: Error, Hashable {
    /// Not HTTP/1.x.
    case malformed
    /// The head is longer than ``HTTPRequestParser/longestHead``.
    case tooLong
  }

  /// The longest head, in bytes.
  static let longestHead = 8192

  private var pending: [UInt8] = []

  /// Takes in bytes that came.
  mutating func append(_ bytes: [UInt8]) { pending += bytes }

  /// The next complete request, or nil if more has to come.
  mutating func next() throws(Fault) -> HTTPRequest? {
    // RFC 9112 asks servers to pass over empty lines before a request.
    let start = pending.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? pending.endIndex
    pending.removeSubrange(..<start)
    guard let end = Self.headEnd(pending) else {
      guard pending.count < Self.longestHead else { throw .tooLong }
      return nil
    }
    guard end <= Self.longestHead else { throw .tooLong }
    let head = pending[..<end]
    pending.removeSubrange(..<end)
    return try Self.parse(head)
  }

  /// Just behind the empty line that ends a head. A bare line feed counts as a line's end.
  static func headEnd(_ bytes: [UInt8]) -> Int? {
    var isLineEmpty = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x0A where isLineEmpty: return index + 1
      case 0x0A: isLineEmpty = true
      case 0x0D: break
      default: isLineEmpty = false
      }
    }
    return nil
  }

  private static func parse(_ head: ArraySlice<UInt8>) throws(Fault) -> HTTPRequest {
    // A control character inside a line is no text; refusing it also refuses what is not HTTP at all.
    guard head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) }) else { throw .malformed }
    let lines = head.split(separator: 0x0A).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
    let parts = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }),
      parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0", let target = originForm(parts[1])
    else { throw .malformed }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex, line.first != " ", line.first != "\t",
        !line[..<colon].contains(" ")
      else { throw .malformed }
      headers[line[..<colon].lowercased()] = trim(line[line.index(after: colon)...])
    }
    return HTTPRequest(method: String(parts[0]), target: target, isHTTP11: parts[2] == "HTTP/1.1", headers: headers)
  }

  /// `/path` as it is, `http://host/path` without the host, as proxies send it.
  private static func originForm(_ target: Substring) -> String? {
    if target.hasPrefix("/") { return String(target) }
    guard target.lowercased().hasPrefix("http://") else { return nil }
    let rest = target.dropFirst("http://".count)
    return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
  }

  private static func trim(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text.drop { $0 == " " || $0 == "\t" })
  }
}
