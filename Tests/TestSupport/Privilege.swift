internal import LinuxSystem
public import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that make namespaces in this process: it has threads, so it can't enter a user namespace first.
  public static var makesNamespaces: Self {
    // Needed where capabilities lack, and no test can give itself those.
    .disabled(if: UserNamespace.isNeeded, "needs CAP_SYS_ADMIN and CAP_NET_ADMIN: run as root or under 'unshare -rn'")
  }

  /// For tests that become someone else.
  public static var knowsManyUsers: Self {
    .enabled("needs more than one user: run as root, not in a user namespace of one user") { try Users.areMany }
  }
}
