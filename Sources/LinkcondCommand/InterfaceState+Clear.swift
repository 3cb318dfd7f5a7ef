internal import Conditioner
internal import Profiles

extension InterfaceState {
  /// The line that takes it back.
  var clearLine: String {
    let place = namespaceArgument.map { " --namespace \(ShellWord.quoted($0))" } ?? ""
    return "linkcond clear --device \(ShellWord.quoted(device))\(place)"
  }
}
