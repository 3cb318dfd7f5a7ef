internal import Glibc

/// The machine's processors.
public enum Processors {
  /// How many are at work. Equivalent to `nproc --all` less those that are off.
  public static var count: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
