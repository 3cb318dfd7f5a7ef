internal import Netlink

extension RouteSocket {
  /// The number of an interface that the lab made.
  func index(of name: String) throws -> Int32 {
    guard let link = try link(named: name) else {
      throw LabError(.failed, "find interface '\(name)' that the lab made", because: "the kernel does not list it.")
    }
    return link.index
  }
}
