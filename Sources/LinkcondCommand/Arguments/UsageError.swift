/// The command line is wrong: what about it, what it should be, and where to read more.
struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a sentence.
  let message: String
  /// The argument or option that it is about, with its help; nil if it is about none.
  let help: String?
  /// The usage of the command, broken into lines.
  let usage: String
  /// The command, for the hint at its help.
  let invocation: String

  init(_ message: String, about help: String? = nil, in page: HelpText) {
    self.message = message
    self.help = help
    usage = page.usage(label: "Usage: ")
    invocation = page.invocation
  }

  /// The lines for standard error, without a newline at the end.
  var description: String {
    var lines = ["Error: \(message)"]
    if let help { lines.append("Help:  \(help)") }
    lines += [usage, "  See '\(invocation) --help' for more information."]
    return lines.joined(separator: "\n")
  }
}
