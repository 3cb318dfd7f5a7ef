internal import Profiles

extension InterfaceState {
  /// The line that takes it back.
  public var clearLine: String { Self.clearLine(device, namespace: namespaceArgument) }

  /// The line that takes back what was done to an interface.
  ///
  /// - Parameter namespace: What was written behind `--namespace`; nil for the namespace of the tool.
  static func clearLine(_ device: String, namespace: String?) -> String {
    let place = namespace.map { " --namespace \(ShellWord.quoted($0))" } ?? ""
    return "linkcond clear --device \(ShellWord.quoted(device))\(place)"
  }
}
