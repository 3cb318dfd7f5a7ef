/// A word of a line for a shell, such as the name of an interface, which may hold what a shell would read otherwise.
public enum ShellWord {
  /// The word as a shell takes it for itself: as it is, or in single quotes.
  public static func quoted(_ word: String) -> String {
    let plain = word.utf8.allSatisfy { byte in
      byte < 0x80
        && (Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
          || "._-@%+=/".utf8.contains(byte))
    }
    // zsh takes =name for the path of a command.
    guard !plain || word.isEmpty || word.hasPrefix("=") else { return word }
    return "'" + word.escaped { $0 == "'" ? "'\\''" : nil } + "'"
  }

  /// The text with a dash for each character that means something to a shell, or that cannot be seen.
  static func harmless(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || " ._-@%+,:/".contains($0) ? $0 : "-" })
  }
}
