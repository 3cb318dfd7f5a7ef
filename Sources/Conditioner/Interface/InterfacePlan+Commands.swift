internal import Netlink
internal import Profiles

extension InterfacePlan {
  /// Makes the lines those for an interface that linkcond has conditioned already.
  ///
  /// - Parameter transition: The way in place; nil where what is there is taken away first.
  mutating func follow(_ old: InterfaceState, by transition: InterfaceTransition?, hasIPv6: Bool) {
    let replaces = formerRoot != nil
    if let transition {
      commands = transition.commands(device, index: index, replacing: replaces, hasIPv6: hasIPv6)
    } else {
      commands = old.steps.reversed().flatMap { $0.undoCommands(device, index: index) } + commands
    }
  }

  /// Says of each line that tc would refuse why.
  mutating func warnOfLimits(after old: InterfaceState?) {
    for step in steps {
      guard let queue = step.queue else { continue }
      let former = old?.steps.first { step.hasPlace(of: $0) }?.queue
      for limit in TrafficControl.limits(queue, after: former) where !warnings.contains(limit) {
        warnings.append(limit)
      }
    }
  }

  /// Makes each line one that works from outside of the interface's namespace.
  mutating func enter(_ namespace: NamespaceReference) {
    guard case .file(let path, let name) = namespace else { return }
    let before =
      path == NamespaceReference.named(name)
      ? "ip netns exec \(ShellWord.quoted(name)) " : "nsenter --net=\(ShellWord.quoted(path)) "
    commands = commands.map { before + $0 }
  }
}
