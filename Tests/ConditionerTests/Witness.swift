import Conditioner
import Foundation
import LinuxSystem
import Profiles
import Testing

/// What tools that linkcond did not write say of a lab's link.
struct Witness: Sendable {
  let lab: Lab

  struct Pings: Sendable {
    let sent: Int
    let received: Int
    /// In milliseconds; nil without an answer.
    let minimum: Double?
    let average: Double?
  }

  /// `ping -q`: its averages have three decimals where single answers above 100 ms have none.
  func ping(count: Int, interval: Double, payload: Int, wait: Int = 5) async throws -> Pings {
    let result = try await lab.run([
      "ping", "-q", "-c", "\(count)", "-i", "\(interval)", "-s", "\(payload)", "-W", "\(wait)", lab.originAddresses[0],
    ])
    let words = result.standardOutput.split(whereSeparator: \.isWhitespace).map(String.init)
    let sent = words.firstIndex(of: "packets").flatMap { Int(words[$0 - 1]) }
    let received = words.firstIndex { $0.hasPrefix("received") }.flatMap { Int(words[$0 - 1]) }
    let times = words.last { $0.split(separator: "/").count == 4 }?.split(separator: "/").compactMap { Double($0) }
    return Pings(
      sent: try #require(sent, "ping said: \(result.standardOutput)\(result.standardError)"),
      received: try #require(received), minimum: times?[0], average: times.flatMap { $0.count > 1 ? $0[1] : nil })
  }

  /// `iperf3`, after the first second; bits a second of payload at the receiver.
  func iperf(_ options: [String], seconds: Int, isDownlink: Bool) async throws -> Double {
    let output = try CapturedOutput()
    let server = try lab.spawn(["iperf3", "-s", "-1", "-p", "5201"]) { request in
      request.networkNamespace = lab.network.descriptor
      request.standardOutput = output.writeEnd
    }
    output.closeWriteEnd()
    // The server says that it listens; the client would be refused before.
    try await shows("listener on port 5201", ["ss", "-Hltn", "sport", "=", ":5201"], lab.network)
    let client = try await lab.run(
      ["iperf3", "-c", lab.originAddresses[0], "-p", "5201", "-J", "-O", "1", "-t", "\(seconds)"] + options
        + (isDownlink ? ["-R"] : []))
    _ = await server.end(grace: .seconds(1))
    return try Self.receivedRate(client.standardOutput)
  }

  /// TCP reports what the receiver got; UDP, in iperf3 3.12, what was sent and how much of it was lost.
  private static func receivedRate(_ text: String) throws -> Double {
    let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let end = try #require(report["end"] as? [String: Any], "iperf3 said: \(text.suffix(400))")
    if let received = end["sum_received"] as? [String: Any] {
      return try #require(received["bits_per_second"] as? Double)
    }
    let sum = try #require(end["sum"] as? [String: Any], "iperf3 said: \(text.suffix(400))")
    let rate = try #require(sum["bits_per_second"] as? Double)
    return rate * (1 - (try #require(sum["lost_percent"] as? Double)) / 100)
  }
}
