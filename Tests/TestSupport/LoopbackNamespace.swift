public import LinuxSystem

/// A network namespace whose loopback interface is up, with commands run inside it.
public struct LoopbackNamespace: Sendable {
  /// The namespace.
  public let namespace: NetworkNamespace

  /// Makes one and gives its loopback interface `addresses` beside the usual ones.
  public init(addresses: [String] = []) async throws {
    namespace = try NetworkNamespace.create(name: "lc-test")
    try await succeed(["ip", "link", "set", "lo", "up"])
    for address in addresses { try await add(address) }
  }

  /// Gives the loopback interface one more address, and waits until the kernel sends to it.
  public func add(_ address: String) async throws {
    let isIPv6 = address.contains(":")
    let arguments = isIPv6 ? ["\(address)/128", "dev", "lo", "nodad"] : ["\(address)/32", "dev", "lo"]
    try await succeed(["ip", "address", "add"] + arguments)
    // The route to an IPv6 address comes from a work queue, after the answer to the command: until then what is sent to
    // the address is taken and thrown away (Ip6OutNoRoutes).
    try await waitUntil("there is a route to \(address)") {
      try namespace.performBlocking {
        try Shell.run(["ip", isIPv6 ? "-6" : "-4", "route", "show", "table", "local", address]).output.contains(address)
      }
    }
  }

  /// Takes an address from the loopback interface.
  public func remove(_ address: String) async throws {
    try await succeed(["ip", "address", "del", "\(address)/\(address.contains(":") ? 128 : 32)", "dev", "lo"])
  }

  /// Runs a command inside; its exit status as a shell has it, and what it wrote to both outputs.
  public func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    try await namespace.perform { try Shell.run(arguments) }
  }

  /// Runs a command that has to succeed.
  @discardableResult
  public func succeed(_ arguments: [String]) async throws -> String {
    let (status, output) = try await run(arguments)
    guard status == 0 else {
      throw CommandFailure(command: arguments.joined(separator: " "), status: status, output: output)
    }
    return output
  }

  /// A command that did not succeed.
  public struct CommandFailure: Error, CustomStringConvertible {
    let command: String
    let status: Int32
    let output: String
    /// The command, its status and what it said.
    public var description: String { "\(command): exit \(status): \(output)" }
  }
}
