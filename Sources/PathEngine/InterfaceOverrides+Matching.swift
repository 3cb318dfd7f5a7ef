internal import Netlink

extension InterfaceOverrides {
  /// What a table says of a link: by its name, else by its number in digits, else by the longest pattern that its name fits.
  static func value<Value>(in table: [String: Value], for link: LinkFacts) -> Value? {
    if table.isEmpty { return nil }
    if let value = table[link.name] ?? table["\(link.index)"] { return value }
    let fitting = table.keys.filter { isPattern($0) && fits(link.name.utf8[...], $0.utf8[...]) }
    return fitting.max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }.flatMap { table[$0] }
  }

  /// Whether a set has a link: by its name, its number or a pattern.
  static func contains(_ link: LinkFacts, in names: Set<String>) -> Bool {
    !names.isEmpty
      && (names.contains(link.name) || names.contains("\(link.index)")
        || names.contains { isPattern($0) && fits(link.name.utf8[...], $0.utf8[...]) })
  }

  private static func isPattern(_ text: String) -> Bool { text.utf8.contains { $0 == star || $0 == mark } }
  private static let star = UInt8(ascii: "*")
  private static let mark = UInt8(ascii: "?")

  /// `*` stands for any bytes and `?` for one. Names have 15 bytes at most, so that trying all ways is cheap.
  private static func fits(_ name: Substring.UTF8View, _ pattern: Substring.UTF8View) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    if first == star {
      // Several stars are one.
      return fits(name, rest) || (!name.isEmpty && fits(name.dropFirst(), pattern))
    }
    guard let byte = name.first, first == mark || first == byte else { return false }
    return fits(name.dropFirst(), rest)
  }
}
