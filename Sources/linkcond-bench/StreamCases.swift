import Conditioner
import LinuxSystem
import Profiles

/// What a TCP stream gets.
enum StreamCases {
  static let options = LabOptions(engine: .userspace, seed: 7)

  /// One stream after 4 s with no delay and with two, as shares of what a plain veth pair without offloads carries.
  @Sendable static func ratios() async throws -> [String: Double] {
    var results: [String: Double] = [:]
    let veth = try await PlainVeth()
    let plain = Stream(client: veth.client, server: veth.server, address: PlainVeth.address)
    var references = [try await plain.run(seconds: 4, skipping: 4)]
    for delay in [0, 20, 80] as [Int64] {
      let lane = LinkConditions(delay: .milliseconds(delay))
      let profile = Profile(name: "delay", downlink: lane, uplink: lane)
      let rate = try await Lab.with(profile, options: options) { lab in
        let stream = Stream(client: lab.client, server: lab.network, address: lab.originAddresses[0])
        return try await stream.run(seconds: 8, skipping: 4)
      }
      results["\(delay)ms.gigabits"] = rate / 1e9
    }
    references.append(try await plain.run(seconds: 4, skipping: 4))
    let reference = references.reduce(0, +) / Double(references.count)
    for delay in [0, 20, 80] { results["\(delay)ms.ratio"] = (results["\(delay)ms.gigabits"] ?? 0) * 1e9 / reference }
    results["veth.gigabits"] = reference / 1e9
    return results
  }

  /// Goodput as a share of what the headers leave: rate × 1448 / 1514.
  @Sendable static func rates() async throws -> [String: Double] {
    var results: [String: Double] = [:]
    // Slow ones are measured longer, with little in the socket: what fills a buffer is no goodput. Their window fits the
    // standard queue, so that nothing is sent twice. No delay: BBR has four packets under way for a fiftieth of the time,
    // which are to be a full pipe.
    let fast = Queue(depth: .time(.milliseconds(100)))
    let rates: [(name: String, bits: UInt64, seconds: Int, queue: Queue, options: [String])] = [
      ("100kbit", 100_000, 60, .standard, ["-w", "16K", "-l", "1K"]),
      ("1Mbit", 1_000_000, 20, .standard, ["-w", "32K", "-l", "1K"]), ("10Mbit", 10_000_000, 20, fast, []),
      ("100Mbit", 100_000_000, 12, fast, []), ("1Gbit", 1_000_000_000, 12, fast, []),
    ]
    for rate in rates {
      let lane = LinkConditions(rate: DataRate(bitsPerSecond: rate.bits), queue: rate.queue)
      let profile = Profile(name: rate.name, downlink: lane, uplink: lane)
      let got = try await Lab.with(profile, options: options) { lab in
        try await Stream(client: lab.client, server: lab.network, address: lab.originAddresses[0])
          .run(seconds: rate.seconds, skipping: 3, options: rate.options)
      }
      results[rate.name] = got / (Double(rate.bits) * 1448 / 1514)
    }
    return results
  }
}
