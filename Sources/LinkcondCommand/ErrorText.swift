internal import Profiles

/// What is said on standard error of an error.
enum ErrorText {
  static func of(_ error: any Error) -> String {
    // Each fault of a file is an error of its own, as 'check' tells them.
    if let faults = error as? ProfileFaults { return faults.faults.map { "Error: \($0)\n" }.joined() }
    let text = "\(error)"
    return (text.hasPrefix("Error:") ? text : "Error: \(text)") + (text.hasSuffix("\n") ? "" : "\n")
  }
}
