/// Judges the answer to `GET /generate_204` as it comes in.
enum HTTPAnswer {
  /// A head longer than this is no origin's.
  static let longestHead = 8192

  /// The outcome, or nil while more has to come.
  ///
  /// - Parameter hasEnded: The other end has closed.
  static func judge(_ bytes: [UInt8], hasEnded: Bool) -> ProbeOutcome? {
    if bytes.isEmpty { return hasEnded ? .refused : nil }
    let prefix = Array("HTTP/1.".utf8)
    guard bytes.prefix(prefix.count).elementsEqual(prefix.prefix(bytes.count)) else { return .portal }
    guard headIsComplete(bytes) else { return hasEnded || bytes.count > longestHead ? .portal : nil }
    let line = String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    let words = line.split(separator: " ")
    // A redirect is not followed: it is the portal's.
    return words.count >= 2 && words[1] == "204" ? .reply : .portal
  }

  private static func headIsComplete(_ bytes: [UInt8]) -> Bool {
    let text = bytes.filter { $0 != 0x0D }
    return zip(text, text.dropFirst()).contains { $0 == 0x0A && $1 == 0x0A }
  }
}
