internal import Glibc
internal import Synchronization

/// How many descriptors this process may have open, as `ulimit -n` says.
public enum DescriptorLimit {
  private static let before = Mutex<UInt?>(nil)

  /// Raises it as far as this process may, once. Commands in labs have what it was before: some programs, such as those that
  /// use `select(2)`, cannot do with more than the usual 1024.
  public static func raise() {
    before.withLock { before in
      guard before == nil, var limit = limits, limit.rlim_cur < limit.rlim_max else { return }
      let usual = limit.rlim_cur
      limit.rlim_cur = limit.rlim_max
      if setrlimit(CInt(RLIMIT_NOFILE.rawValue), &limit) == 0 { before = usual }
    }
  }

  /// The limit.
  public static var current: Int { limits.map { Int(clamping: $0.rlim_cur) } ?? .max }

  /// What it was before it was raised; nil if it was not.
  static var usual: UInt? { before.withLock { $0 } }

  private static var limits: rlimit? {
    var limit = rlimit()
    return getrlimit(CInt(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
  }
}
