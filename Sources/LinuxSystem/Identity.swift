internal import Glibc

/// The user and groups that a process runs as.
public struct Identity: Hashable, Sendable, CustomStringConvertible {
  /// The user's number.
  public var user: UInt32
  /// The main group's number.
  public var group: UInt32
  /// All groups.
  public var groups: [UInt32]

  /// An identity as given.
  public init(user: UInt32, group: UInt32, groups: [UInt32]) {
    self.user = user
    self.group = group
    self.groups = groups
  }

  /// Whom the command in a lab runs as: who called `sudo`, or this process's own user, with its main group alone.
  public static var current: Identity { sudoCaller ?? Identity(user: geteuid(), group: getegid(), groups: [getegid()]) }

  /// Who called `sudo`, if this process runs as root under it (`SUDO_UID` and `SUDO_GID` are set), else nil.
  public static var sudoCaller: Identity? {
    guard geteuid() == 0, let user = number("SUDO_UID"), let group = number("SUDO_GID"), user != 0 else { return nil }
    var groups = [group]
    if let entry = getpwuid(user) {
      // The first call says how many there are.
      var count: CInt = 0
      getgrouplist(entry.pointee.pw_name, group, nil, &count)
      var list = [gid_t](repeating: 0, count: Int(count))
      if getgrouplist(entry.pointee.pw_name, group, &list, &count) >= 0 { groups = Array(list.prefix(Int(count))) }
    }
    return Identity(user: user, group: group, groups: groups)
  }

  /// Makes a file or folder this identity's. Equivalent to `chown`.
  ///
  /// - Throws: ``SystemError``.
  public func own(_ path: String) throws(SystemError) {
    try check("give '\(path)' to \(self)") { chown(path, user, group) }
  }

  /// Such as `user 1000, group 1000`.
  public var description: String { "user \(user), group \(group)" }

  private static func number(_ variable: String) -> UInt32? {
    getenv(variable).flatMap { UInt32(String(cString: $0)) }
  }
}
