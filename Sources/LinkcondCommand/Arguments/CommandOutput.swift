import FoundationEssentials

/// What a command that only tells facts has to say.
struct CommandOutput: Hashable, Sendable {
  /// The facts, for standard output.
  var facts: String
  /// What went wrong on the way, for standard error; empty if nothing did.
  var complaints = ""
  /// What to exit with.
  var status = CommandStatus.done

  /// `value` as JSON for people to read and machines to compare, with a newline at the end.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
