/// What is said on standard error of an error.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    let text = "\(error)"
    return (text.hasPrefix("Error:") ? text : "Error: \(text)") + (text.hasSuffix("\n") ? "" : "\n")
  }
}
