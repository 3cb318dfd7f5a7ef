import Conditioner
import LinuxSystem
import Profiles

/// What a TCP stream gets.
enum StreamCases {
  static let options = LabOptions(engine: .userspace, seed: 7)

  /// How often each delay is measured: what else a machine does makes one run in a few slow.
  private static let rounds = 3

  /// One stream after 4 s with no delay and with two, as shares of what a plain veth pair without offloads carries in the
  /// run just before it. `ratio` is the median of the pairs; the rest belongs to the best pair.
  @Sendable static func ratios() async throws -> [String: Double] {
    var results: [String: Double] = [:]
    let veth = try await PlainVeth()
    let plain = Stream(client: veth.client, server: veth.server, address: PlainVeth.address)
    for delay in [0, 20, 80] as [Int64] {
      var pairs: [(ratio: Double, figures: [String: Double])] = []
      for _ in 0..<rounds {
        let reference = try await plain.run(seconds: 3, skipping: 2).bitsPerSecond
        var figures = try await one(delay)
        figures["veth.gigabits"] = reference / 1e9
        let ratio = (figures["gigabits"] ?? 0) * 1e9 / reference
        pairs.append((ratio, figures))
      }
      pairs.sort { $0.ratio < $1.ratio }
      results["\(delay)ms.ratio"] = pairs[rounds / 2].ratio
      results["\(delay)ms.ratio, best"] = pairs[rounds - 1].ratio
      for (name, figure) in pairs[rounds - 1].figures { results["\(delay)ms.\(name)"] = figure }
    }
    return results
  }

  /// A stream through a lab with a delay each way, and what the relay counted.
  private static func one(_ delay: Int64) async throws -> [String: Double] {
    let lane = LinkConditions(delay: .milliseconds(delay))
    let profile = Profile(name: "delay", downlink: lane, uplink: lane)
    return try await Lab.with(profile, options: options) { lab in
      let outcome = try await Stream(client: lab.client, server: lab.network, address: lab.originAddresses[0])
        .run(seconds: 8, skipping: 4)
      let uplink = try await lab.counters().uplink
      return [
        "gigabits": outcome.bitsPerSecond / 1e9, "retransmits": outcome.retransmits,
        "window.MiB": outcome.window / 1_048_576, "roundTrip.ms": outcome.roundTrip,
        "iperf3.percent": outcome.processor, "lostByEngine": Double(uplink.lostByEngine ?? 0),
        "meanLateness.ms": Double(uplink.meanLatenessNanoseconds ?? 0) / 1e6,
        "maxLateness.ms": Double(uplink.maxLatenessNanoseconds ?? 0) / 1e6,
      ]
    }
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
          .run(seconds: rate.seconds, skipping: 3, options: rate.options).bitsPerSecond
      }
      results[rate.name] = got / (Double(rate.bits) * 1448 / 1514)
    }
    return results
  }
}
