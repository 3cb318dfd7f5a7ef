/// A limit on how many namespaces a user may have, which the kernel answers with "No space left on device".
enum NamespaceLimit: String {
  case network = "max_net_namespaces"
  case user = "max_user_namespaces"

  /// The setting, what it is here, and the way out.
  var advice: String {
    let held: String
    do { held = try KernelSetting.read("user/\(rawValue)") } catch { held = "not to be read" }
    return
      "That is the limit user.\(rawValue), which is \(held) here, or that of a user namespace around this one. Allow more "
      + "as root: 'sysctl -w user.\(rawValue)=1000'."
  }
}
