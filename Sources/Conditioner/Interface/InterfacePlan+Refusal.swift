internal import Netlink

extension InterfacePlan {
  /// Why an interface is not touched.
  struct Refusal: Hashable, Sendable {
    let cause: String
    let canBeForced: Bool
    var advice: String?
  }

  /// What stands against it; nil if nothing does.
  static func refusal(_ request: InterfaceRequest, _ facts: InterfaceFacts, isLoopback: Bool) -> Refusal? {
    if isLoopback, request.direction == .both {
      return Refusal(
        cause: "each packet passes \(request.device) once out and once in, and would be conditioned twice.",
        canBeForced: false, advice: "Add '--direction uplink --force' for once.")
    }
    guard !request.isForced else { return nil }
    var causes: [String] = []
    if isLoopback { causes.append("programs of this machine talk to each other over it") }
    if facts.carriesDefaultRoute { causes.append("the default route leads over it") }
    if !facts.sessions.isEmpty {
      causes.append("an SSH session from \(Set(facts.sessions).sorted().joined(separator: " and ")) runs over it")
    }
    if let root = facts.foreignRoot, request.direction.includesUplink {
      causes.append("someone else put the \(root.kind) qdisc \(root.handle) there")
    }
    if let hook = facts.hook {
      causes.append("someone else put the \(hook.kind) qdisc there")
    }
    guard !causes.isEmpty else { return nil }
    return Refusal(cause: causes.joined(separator: ", and ") + ".", canBeForced: true)
  }
}
