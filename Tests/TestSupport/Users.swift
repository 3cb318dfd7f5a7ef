internal import LinuxSystem

/// What this process may do with users and groups.
public enum Users {
  /// Whether it can become another user: root, and not in a user namespace of one user, where `unshare -rn` leads.
  public static var canBeOthers: Bool {
    // Where the map can't be read, nobody is known.
    do { return try !UserNamespace.isNeeded && areMany } catch { return false }
  }

  /// Whether this user namespace knows more than one user.
  ///
  /// - Throws: `SystemError`.
  public static var areMany: Bool {
    get throws {
      let map = try FileDescriptor(path: "/proc/self/uid_map", flags: 0).read(4096, operation: "read the user map")
      let fields = String(decoding: map, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      return fields.count >= 3 && UInt32(fields[2]).map { $0 > 65_534 } == true
    }
  }

  /// Lets everyone in the calling thread's namespace open ICMP echo sockets; in a user namespace of one group that one.
  ///
  /// - Throws: `SystemError`.
  public static func allowEcho() throws {
    let most = canBeOthers ? "0 2147483647" : "\(UserNamespace.ownGroup) \(UserNamespace.ownGroup)"
    try KernelSetting.write("net/ipv4/ping_group_range", most)
  }

  /// Lets nobody in the calling thread's namespace open ICMP echo sockets, which is how a new namespace begins: with a range
  /// that has no group in it, or, as a user namespace of one group reads it, none of that namespace's. The kernel takes no
  /// such range there.
  ///
  /// - Throws: `SystemError`.
  public static func forbidEcho() throws {
    let held = try KernelSetting.read("net/ipv4/ping_group_range").split(whereSeparator: \.isWhitespace)
      .compactMap { UInt32($0) }
    guard held.count != 2 || held[0] <= UserNamespace.ownGroup && UserNamespace.ownGroup <= held[1] else { return }
    try KernelSetting.write("net/ipv4/ping_group_range", "1 0")
  }
}
