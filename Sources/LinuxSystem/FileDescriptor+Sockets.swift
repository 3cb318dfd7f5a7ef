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

  /// Sends and receives by one interface alone, whatever the routes say. The corresponding C option is `SO_BINDTODEVICE`.
  borrowing func bind(toInterface interface: String, _ socket: String) throws(SystemError) {
    let number = rawValue
    let bytes = Array(interface.utf8)
    do {
      try check("bind \(socket) to interface \(interface)") {
        setsockopt(number, SOL_SOCKET, SO_BINDTODEVICE, bytes, socklen_t(bytes.count))
      }
    } catch {
      let advice: String? =
        switch error.errno.rawValue {
        case ENODEV: "There is no such interface here; 'ip link' lists those that there are."
        case EPERM: "Linux before 5.7 allows it with CAP_NET_RAW only. Name no interface, or run as root."
        default: nil
        }
      throw SystemError(error.operation, errno: error.errno, advice: advice)
    }
  }
}
