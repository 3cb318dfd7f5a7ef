import Foundation
import LinuxSystem
import Netlink
import TestSupport

/// A fresh namespace with a veth pair `a`–`b` in it, and witnesses that look at it from there.
struct VethBench: Sendable {
  let namespace: NetworkNamespace
  let route: RouteSocket
  /// The indices of `a` and `b`.
  let a: Int32
  let b: Int32

  /// - Parameters:
  ///   - up: whether both ends and `lo` are set up.
  ///   - ipv6: without it the kernel sends nothing of its own, such as multicast reports.
  init(up: Bool = true, ipv6: Bool = true) throws {
    namespace = try NetworkNamespace.create(name: "nl-bench")
    if !ipv6 { try namespace.performBlocking { try KernelSetting.write("net/ipv6/conf/default/disable_ipv6", "1") } }
    route = try namespace.performBlocking { try RouteSocket() }
    try route.addVethPair(VethEnd(name: "a"), VethEnd(name: "b"))
    a = try Self.index("a", route)
    b = try Self.index("b", route)
    if up {
      for index in [1, a, b] { try route.setLink(index, up: true) }
    }
  }

  /// The index of the interface of this name.
  static func index(_ name: String, _ route: RouteSocket) throws -> Int32 {
    guard let link = try route.link(named: name) else { throw Missing(description: "interface \(name)") }
    return link.index
  }

  /// What a command that must succeed prints, in the namespace.
  @discardableResult
  func shell(_ arguments: String...) throws -> String { try Self.shell(namespace, arguments) }

  /// What a command that must succeed prints, in a namespace.
  static func shell(_ namespace: NetworkNamespace, _ arguments: [String]) throws -> String {
    let (status, output) = try namespace.performBlocking { try Shell.run(arguments) }
    guard status == 0 else { throw Missing(description: "success of \(arguments): status \(status), \(output)") }
    return output
  }

  /// What `tc -j` or `ip -j` says, as a list of objects.
  func json(_ arguments: String...) throws -> [JSON] { try JSON.list(try Self.shell(namespace, arguments)) }

  /// The qdisc that hangs on `parent` of `a`, as this module reads it; without the seed, which netem draws from Linux 6.6 on.
  func qdisc(_ parent: TrafficHandle = .root, withSeed: Bool = false) throws -> QdiscFacts {
    guard var facts = try route.qdiscs(interface: a).first(where: { $0.parent == parent }) else {
      throw Missing(description: "a qdisc on \(parent)")
    }
    if !withSeed, case .netem(var netem)? = facts.configuration {
      netem.seed = nil
      facts.configuration = .netem(netem)
    }
    return facts
  }
}

/// Something that had to be there.
struct Missing: Error, CustomStringConvertible {
  let description: String
}
