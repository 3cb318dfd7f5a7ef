import Foundation
import LinuxSystem

/// One TCP stream between two namespaces, by iperf3.
struct Stream {
  let client: NetworkNamespace
  let server: NetworkNamespace
  let address: String

  /// What iperf3 said at its end.
  struct Outcome: Sendable {
    /// The receiver's figure in bits of payload a second, the first seconds left out.
    let bitsPerSecond: Double
    /// Segments sent again, over the whole run.
    let retransmits: Double
    /// The largest congestion window, in bytes.
    let window: Double
    /// The mean round trip as TCP saw it, in milliseconds.
    let roundTrip: Double
    /// What the sender's and the receiver's process used of a processor, in per cent.
    let processor: Double
    /// Such as `cubic` or `bbr`.
    let congestionControl: String
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Sends for some seconds.
  ///
  /// - Parameter skipping: So many before them do not count.
  func run(seconds: Int, skipping: Int, options: [String] = []) async throws -> Outcome {
    let serverProcess = try spawn(["iperf3", "-s", "-1", "-B", address], in: server)
    try await waitForListener()
    let output = try CapturedOutput()
    let process = try spawn(
      ["iperf3", "-J", "-c", address, "-O", "\(skipping)", "-t", "\(seconds)"] + options, in: client, output)
    output.closeWriteEnd()
    let text = await output.text()
    _ = await process.wait()
    _ = await serverProcess.end(grace: .seconds(1))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let end = object?["end"] as? [String: Any]
    let received = end?["sum_received"] as? [String: Any]
    guard let rate = received?["bits_per_second"] as? Double else {
      throw Failure(description: "iperf3 said: \(text.suffix(400))")
    }
    let sender = (end?["streams"] as? [[String: Any]])?.first?["sender"] as? [String: Any] ?? [:]
    let processor = end?["cpu_utilization_percent"] as? [String: Any] ?? [:]
    func number(_ object: [String: Any], _ key: String) -> Double { (object[key] as? NSNumber)?.doubleValue ?? 0 }
    return Outcome(
      bitsPerSecond: rate, retransmits: number(sender, "retransmits"), window: number(sender, "max_snd_cwnd"),
      roundTrip: number(sender, "mean_rtt") / 1000,
      processor: number(processor, "host_total") + number(processor, "remote_total"),
      congestionControl: end?["sender_tcp_congestion"] as? String ?? "unknown")
  }

  private func spawn(
    _ arguments: [String], in namespace: NetworkNamespace, _ output: CapturedOutput? = nil
  ) throws -> LabProcess {
    var request = SpawnRequest(arguments: arguments, networkNamespace: namespace.descriptor)
    request.standardOutput = output?.writeEnd ?? -1
    return try LabProcess.spawn(request)
  }

  /// Waits until something listens on port 5201 (0x1451) of the server's namespace.
  private func waitForListener() async throws {
    try await server.perform {
      let deadline = MonotonicClock.now() + 5_000_000_000
      while MonotonicClock.now() < deadline {
        for family in ["tcp", "tcp6"] {
          let file = try FileDescriptor(path: "/proc/thread-self/net/\(family)", flags: 0)
          let text = String(decoding: try file.read(65_536, operation: "read /proc/net/\(family)"), as: UTF8.self)
          // "local remote state", where 0A is TCP_LISTEN.
          if text.split(separator: "\n").contains(where: { $0.contains(":1451 ") && $0.contains(" 0A ") }) { return }
        }
        Wait.sleep(nanoseconds: 1_000_000)
      }
      throw Failure(description: "iperf3 does not listen after 5 s")
    }
  }
}
