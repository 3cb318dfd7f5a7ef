internal import CLinux
internal import Glibc

/// What an ordinary user needs to make network namespaces: a user namespace of the tool's own.
public enum UserNamespace {
  /// Whether this process lacks the privileges that labs need (CAP_SYS_ADMIN and CAP_NET_ADMIN).
  public static var isNeeded: Bool {
    lc_has_capability(21) != 1 || lc_has_capability(12) != 1
  }

  /// Whether this process is user 0 of its user namespace.
  public static var isRoot: Bool { geteuid() == 0 }

  /// Whether this process may not change a network at all (CAP_NET_ADMIN); false where the kernel does not say.
  public static var forbidsNetworkAdministration: Bool { lc_has_capability(12) == 0 }

  /// This process's group.
  public static var ownGroup: UInt32 { getgid() }

  /// Enters a user and a mount namespace in which this process has every capability, as its own user and group.
  ///
  /// Equivalent to `unshare --user --mount --map-current-user --keep-caps`. Must run before any other thread exists: the
  /// first statement of `main`.
  ///
  /// - Throws: ``SystemError`` that says which settings forbid it.
  public static func enter() throws(SystemError) {
    let user = getuid()
    let group = getgid()
    let mayMap = user != 0 || lc_has_capability(31) == 1
    do {
      try check("make a user namespace", advice: advice) { lc_unshare_user() }
    } catch  where error.errno == .noSpace {
      throw SystemError(error.operation, errno: .noSpace, advice: NamespaceLimit.user.advice)
    }
    try write("setgroups", "deny")
    do {
      try write("uid_map", "\(user) \(user) 1")
    } catch  where !mayMap {
      throw SystemError(
        error.operation, errno: error.errno,
        advice:
          "User 0 without CAP_SETFCAP may not be user 0 of a namespace of its own (since Linux 5.12): run as another "
          + "user, or start the container with '--cap-add SETFCAP'. "
          + "Or give it CAP_SYS_ADMIN and CAP_NET_ADMIN ('--privileged'): then it needs none.")
    }
    try write("gid_map", "\(group) \(group) 1")
    // AppArmor lets the namespace be made, and shows capabilities in it that it then denies: one has to be used to know.
    do {
      try check("use the user namespace that was just made", advice: advice) { lc_make_mounts_private() }
    } catch  where error.errno == .invalidArgument {
      // The root of a chroot is no mount point; the capability itself was there.
    }
  }

  private static func write(_ name: String, _ text: String) throws(SystemError) {
    do {
      let file = try FileDescriptor(path: "/proc/self/\(name)", flags: O_WRONLY)
      try file.write(Array(text.utf8), operation: "write '\(text)' to /proc/self/\(name)")
    } catch {
      throw SystemError(error.operation, errno: error.errno, advice: advice)
    }
  }

  /// What forbids namespaces, and the way out.
  static var advice: String {
    var causes: [String] = []
    func holds(_ path: String, _ value: String) -> Bool {
      do { return try KernelSetting.read(path) == value } catch { return false }
    }
    if holds("kernel/unprivileged_userns_clone", "0") { causes.append("kernel.unprivileged_userns_clone is 0") }
    if holds("kernel/apparmor_restrict_unprivileged_userns", "1") {
      causes.append("kernel.apparmor_restrict_unprivileged_userns is 1")
    }
    let cause = causes.isEmpty ? "" : " Here " + causes.joined(separator: " and ") + "."
    return "A lab needs CAP_SYS_ADMIN and CAP_NET_ADMIN, or a user namespace of its own.\(cause) Run as root, or in a "
      + "container with '--privileged' (or '--cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt seccomp=unconfined "
      + "--security-opt apparmor=unconfined')."
  }
}
