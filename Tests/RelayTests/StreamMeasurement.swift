import Foundation
import LinuxSystem

/// One TCP stream from the client to the network, by iperf3.
enum StreamMeasurement {
  private struct Report: Decodable {
    struct End: Decodable {
      struct Sum: Decodable { let bits_per_second: Double }
      let sum_received: Sum
    }
    let end: End
  }

  /// The receiver's figure, in bits of payload a second.
  static func run(in triple: RelayTriple, seconds: Int, options: [String] = []) async throws -> Double {
    let server = try NamespaceCommand(["iperf3", "-4", "-s", "-1"], in: triple.network)
    try await triple.network.perform { try waitForListener() }
    let client = try await NamespaceCommand.run(
      ["iperf3", "-J", "-c", RelayTriple.networkAddress, "-t", "\(seconds)"] + options, in: triple.client)
    guard client.status == .exited(0) else { throw Failure(text: client.text) }
    _ = await server.finish()
    return try JSONDecoder().decode(Report.self, from: Data(client.text.utf8)).end.sum_received.bits_per_second
  }

  struct Failure: Error {
    let text: String
  }

  /// Waits until something listens on port 5201 (0x1451) of the calling thread's namespace.
  private static func waitForListener() throws {
    let deadline = MonotonicClock.now() + 5_000_000_000
    while MonotonicClock.now() < deadline {
      let file = try FileDescriptor(path: "/proc/thread-self/net/tcp", flags: 0)
      let text = String(decoding: try file.read(65_536, operation: "read /proc/net/tcp"), as: UTF8.self)
      // "local remote state", where 0A is TCP_LISTEN.
      if text.split(separator: "\n").contains(where: { $0.contains(":1451 ") && $0.contains(" 0A ") }) { return }
      Wait.sleep(nanoseconds: 1_000_000)
    }
    throw Failure(text: "iperf3 does not listen after 5 s")
  }
}
