import Foundation
import LinuxSystem

/// The cases of the benchmark, and what they print.
enum Bench {
  struct Case: Sendable {
    let name: String
    let run: @Sendable () async throws -> [String: Double]
  }

  static let cases = [
    Case(name: "setup", run: SetUpCase.times), Case(name: "tcp", run: StreamCases.ratios),
    Case(name: "rates", run: StreamCases.rates),
    Case(name: "udp", run: PacketCases.large), Case(name: "small", run: PacketCases.small),
    Case(name: "delay", run: PacketCases.delay), Case(name: "labs", run: PacketCases.labs),
    Case(name: "detection", run: DetectionCase.small), Case(name: "detection-routes", run: DetectionCase.largeTable),
  ]

  /// Runs the cases that are named, or all.
  ///
  /// - Returns: a JSON object with an object of figures for each, and the machine.
  static func run(_ names: [String]) async throws -> String {
    var results: [String: [String: Double]] = [:]
    for item in cases where names.isEmpty || names.contains(item.name) {
      Terminal.write("\(item.name) …\n", to: 2)
      results[item.name] = try await item.run()
    }
    let report = Report(
      kernel: try KernelSetting.read("kernel/osrelease"),
      congestionControl: try KernelSetting.read("net/ipv4/tcp_congestion_control"),
      processors: ProcessInfo.processInfo.activeProcessorCount,
      isOptimised: isOptimised, results: results)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
  }

  private struct Report: Encodable {
    let kernel: String
    let congestionControl: String
    let processors: Int
    let isOptimised: Bool
    let results: [String: [String: Double]]
  }

  private static var isOptimised: Bool {
    var result = true
    assert(
      {
        result = false
        return true
      }())
    return result
  }
}
