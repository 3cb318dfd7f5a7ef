import Conditioner
import LinuxSystem
import Profiles

/// How long it takes until a lab is there: namespaces, link, addresses, routes, and the engine running with a profile.
enum SetUpCase {
  /// Twenty labs, one after another. Each is taken down a while before the next begins: the kernel takes namespaces down in
  /// its own time, and holds back who makes new ones meanwhile.
  @Sendable static func times() async throws -> [String: Double] {
    let lane = LinkConditions(delay: .milliseconds(100))
    let profile = Profile(name: "set-up", downlink: lane, uplink: lane)
    var times: [Double] = []
    for _ in 0..<20 {
      let began = MonotonicClock.now()
      try await Lab.with(profile, options: StreamCases.options) { lab in
        times.append(Double(MonotonicClock.now() - began) / 1e6)
        // A lab that isn't there would not answer.
        let answer = try await lab.run(["true"])
        guard answer.status == .exited(0) else { throw LabAbsent() }
      }
      try await Task.sleep(for: .milliseconds(700))
    }
    let sorted = times.sorted()
    return ["count": 20, "first.ms": times[0], "median.ms": sorted[10], "worst.ms": sorted[19]]
  }

  private struct LabAbsent: Error {}
}
