/// Writes the request of an HTTP probe and judges the answer to it as it comes in.
struct HTTPAnswer: Hashable {
  /// A head longer than this is no origin's.
  static let longestHead = 8192
  /// So much of a body is looked at.
  static let longestBody = 65_536
  /// The header of the request that carries the challenge.
  static let challengeHeader = "Probe-Challenge"
  /// The header of the answer that carries the response to it.
  static let responseHeader = "Probe-Response"

  private let expected: HTTPExpectation.Answer
  private let nonce: String?

  /// - Parameter nonce: What the answer must repeat; nil for nothing.
  init(_ expected: HTTPExpectation.Answer = .noContent, nonce: String? = nil) {
    self.expected = expected
    self.nonce = nonce
  }

  /// 16 hexadecimal digits.
  static func nonce(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The request. A body is asked for by HTTP/1.0, so that it comes as it is and not in chunks.
  func request(_ path: String, host: String) -> String {
    let version = expected == .noContent ? "1.1" : "1.0"
    let challenge = nonce.map { "\(Self.challengeHeader): \($0)\r\n" } ?? ""
    return
      "GET \(path) HTTP/\(version)\r\nHost: \(host)\r\nUser-Agent: linkcond\r\n\(challenge)Connection: close\r\n\r\n"
  }

  /// The outcome, or nil while more has to come.
  ///
  /// - Parameter hasEnded: The other end has closed.
  func judge(_ bytes: [UInt8], hasEnded: Bool) -> ProbeOutcome? {
    if bytes.isEmpty { return hasEnded ? .refused : nil }
    let prefix = Array("HTTP/1.".utf8)
    guard bytes.prefix(prefix.count).elementsEqual(prefix.prefix(bytes.count)) else { return .portal }
    guard let (lines, body) = Self.split(bytes) else {
      return hasEnded || bytes.count > Self.longestHead ? .portal : nil
    }
    let words = lines[0].split(separator: " ")
    guard words.count >= 2 else { return .portal }
    if let nonce, Self.value(of: Self.responseHeader, lines) != "response \(nonce)" { return .portal }
    switch expected {
    // A redirect is not followed: it is the portal's.
    case .noContent: return words[1] == "204" ? .reply : .portal
    case .body(let text):
      guard words[1] == "200" else { return .portal }
      let looked = body.prefix(Self.longestBody)
      if Self.contains(looked, Array(text.utf8)) { return .reply }
      let length = Self.value(of: "Content-Length", lines).flatMap { Int($0) } ?? Int.max
      return hasEnded || body.count >= min(length, Self.longestBody) ? .portal : nil
    }
  }

  /// The lines of the head, with at least one, and what follows it; nil while it is not complete.
  private static func split(_ bytes: [UInt8]) -> (lines: [String], body: ArraySlice<UInt8>)? {
    var lines: [String] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = rest[..<end].filter { $0 != 0x0D }
      rest = rest[(end + 1)...]
      if line.isEmpty { return lines.isEmpty ? ([""], rest) : (lines, rest) }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return nil
  }

  private static func value(of header: String, _ lines: [String]) -> String? {
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == header.lowercased() else { continue }
      return String(parts[1].drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
    return nil
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ text: [UInt8]) -> Bool {
    guard let first = text.first else { return true }
    var rest = bytes
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
