import Conditioner
import LinuxSystem
import Profiles

/// What becomes of single frames.
enum PacketCases {
  /// 600 Mbit/s of 1400 bytes in UDP, 20 ms: frames of 1442 bytes, 53 571 a second.
  @Sendable static func large() async throws -> [String: Double] {
    try await flood(length: 1442, interval: 18_666, seconds: 5)
  }

  /// 200 000 frames of 64 bytes a second, 20 ms.
  @Sendable static func small() async throws -> [String: Double] {
    try await flood(length: 64, interval: 5000, seconds: 5)
  }

  private static func flood(length: Int, interval: Int64, seconds: Int64) async throws -> [String: Double] {
    let lane = LinkConditions(delay: .milliseconds(20))
    let profile = Profile(name: "flood", downlink: lane, uplink: lane)
    return try await Lab.with(profile, options: StreamCases.options) { lab in
      let meter = try await LinkMeter(lab, isDownlink: false)
      let count = Int(seconds * 1_000_000_000 / interval)
      let result = try await meter.run(
        count: count, length: length, interval: interval, patience: 500_000_000)
      let uplink = try await lab.counters().uplink
      let took = (result.sent.last ?? 0) - (result.sent.first ?? 0)
      return [
        "offered": Double(uplink.offeredPackets), "delivered": Double(uplink.deliveredPackets),
        "lostByEngine": Double(uplink.lostByEngine ?? 0), "missedByMeter": Double(result.missed),
        "arrived": Double(result.arrivals.count),
        "packetsPerSecond": Double(count) * 1e9 / Double(took),
        "meanLateness.ms": Double(uplink.meanLatenessNanoseconds ?? 0) / 1e6,
        "maxLateness.ms": Double(uplink.maxLatenessNanoseconds ?? 0) / 1e6,
      ]
    }
  }

  /// The error of one-way delay in one lab, 100 ms, 1000 frames.
  @Sendable static func delay() async throws -> [String: Double] {
    let errors = try await errors(count: 1000, interval: 5_000_000)
    return summary(errors)
  }

  /// The same in 42 labs at once, 200 frames in each.
  @Sendable static func labs() async throws -> [String: Double] {
    let all = try await withThrowingTaskGroup(of: [Double].self) { group in
      for _ in 0..<42 { group.addTask { try await errors(count: 200, interval: 20_000_000) } }
      return try await group.reduce(into: [Double]()) { $0 += $1 }
    }
    return summary(all)
  }

  private static func errors(count: Int, interval: Int64) async throws -> [Double] {
    let lane = LinkConditions(delay: .milliseconds(100))
    let profile = Profile(name: "delay", downlink: lane, uplink: lane)
    return try await Lab.with(profile, options: StreamCases.options) { lab in
      let meter = try await LinkMeter(lab, isDownlink: true)
      let result = try await meter.run(count: count, interval: interval, patience: 500_000_000, isStamped: true)
      return result.delays.map { Double($0) / 1e6 - 100 }
    }
  }

  private static func summary(_ errors: [Double]) -> [String: Double] {
    let sorted = errors.sorted()
    guard let worst = sorted.last else { return ["count": 0] }
    return [
      "count": Double(sorted.count), "median.ms": sorted[sorted.count / 2], "p99.ms": sorted[sorted.count * 99 / 100],
      "worst.ms": worst,
    ]
  }
}
