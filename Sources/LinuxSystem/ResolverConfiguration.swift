/// What a text in the form of `resolv.conf(5)` says.
public enum ResolverConfiguration {
  /// What stands behind each `nameserver`, in order: an address, of a link-local one with its interface.
  public static func nameServers(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      return words.count >= 2 && words[0] == "nameserver" ? String(words[1]) : nil
    }
  }
}
