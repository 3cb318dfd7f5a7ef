internal import Glibc

/// The machine's processors.
enum Processors {
  static var count: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
