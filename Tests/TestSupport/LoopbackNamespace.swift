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

  /// Gives the loopback interface one more address.
  public func add(_ address: String) async throws {
    let length = address.contains(":") ? ["\(address)/128", "nodad"] : ["\(address)/32"]
    try await succeed(["ip", "address", "add", length[0], "dev", "lo"] + length.dropFirst())
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
