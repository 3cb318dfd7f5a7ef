/// Why a file of numbers is refused: it continues the file's name in a message.
struct TableFault: Error, Hashable, CustomStringConvertible {
  /// `:3: "x" was read; …` or `: it has no numbers; …`
  let description: String

  /// Something wrong on a line, or with the whole.
  init(line: Int? = nil, _ message: String) {
    description = (line.map { ":\($0)" } ?? "") + ": " + message
  }
}
