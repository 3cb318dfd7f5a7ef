internal import LinuxSystem
internal import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that make namespaces in this process: it has threads, so it can't enter a user namespace first.
  static var makesNamespaces: Self {
    .disabled(if: UserNamespace.isNeeded, "needs CAP_SYS_ADMIN and CAP_NET_ADMIN: run as root or under 'unshare -rn'")
  }

  /// For tests that become someone else.
  static var knowsManyUsers: Self {
    .enabled("needs more than one user: run as root, not in a user namespace of one user") {
      let map = try FileDescriptor(path: "/proc/self/uid_map", flags: 0).read(4096, operation: "read the user map")
      let fields = String(decoding: map, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return fields.count >= 3 && UInt32(fields[2]).map { $0 > 65_534 } == true
    }
  }
}
