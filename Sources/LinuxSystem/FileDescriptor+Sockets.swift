internal import Glibc

extension FileDescriptor {
  /// Sets an integer socket option. Equivalent to `setsockopt(2)`.
  borrowing func setOption(
    _ level: CInt, _ option: CInt, _ value: CInt, _ operation: @autoclosure () -> String
  ) throws(SystemError) {
    let number = rawValue
    var value = value
    try check(operation()) { setsockopt(number, level, option, &value, socklen_t(MemoryLayout<CInt>.size)) }
  }
}
