/// What can be the name of an interface.
public enum InterfaceName {
  /// The longest, in bytes: one less than the kernel's `IFNAMSIZ`.
  public static let longest = 15

  /// Why a text cannot be one, as the end of a sentence; nil if it can. The kernel's own rules (`dev_valid_name`).
  public static func fault(_ text: String) -> String? {
    guard !text.isEmpty else { return "it is empty" }
    guard text.utf8.count <= longest else {
      return "it has \(text.utf8.count) bytes, and an interface's name at most \(longest)"
    }
    guard text != ".", text != "..", !text.contains(where: { $0 == "/" || $0 == ":" || $0.isWhitespace }) else {
      return "an interface's name has no slash, colon or space, and is neither '.' nor '..'"
    }
    return nil
  }
}
