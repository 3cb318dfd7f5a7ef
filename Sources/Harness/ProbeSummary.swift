internal import LinuxSystem
internal import Profiles
internal import ReachabilityKit
internal import Record

/// What the probes that were sent during a step say of round trips, beside what its profile asks for.
struct ProbeSummary: Sendable {
  let step: String
  /// What held all the time; nil if it changed on the way, so that no number was asked for.
  let profile: Profile?
  /// What the probe went over.
  let family: ProtocolFamily
  let results: [ProbeResult]
  let from: Int64
  let to: Int64

  /// An ICMP echo of the probe over IPv4: Ethernet, IPv4, and 24 bytes of ICMP.
  static let echoFrame = 14 + 20 + 24
  /// A DNS query for `origin.test` over IPv4: Ethernet, IPv4, UDP, and 29 bytes.
  static let queryFrame = 14 + 20 + 8 + 29

  func record(in recorder: RunRecorder) {
    let now = MonotonicClock.now()
    for measured in measurements { recorder.append(.measured(measured), at: now) }
  }

  /// Whether the conditions were for what the probe sent.
  private var isConditioned: Bool { profile?.applies(to: family) ?? true }

  var measurements: [Measured] {
    let asked = isConditioned ? profile.map { AskedTimes(profile: $0) } : nil
    let dns = asked?.roundTrip(bytes: Self.queryFrame + family.longerHeader).map {
      $0 + (profile?.dnsDelay ?? .zero).wholeNanoseconds
    }
    return [
      median("rtt", asked?.roundTrip(bytes: Self.echoFrame + family.longerHeader)) { $0.isEcho },
      median("dns", dns) { $0 == .dns },
      median("http", nil) { $0 == .http },
    ].compactMap(\.self)
  }

  private func median(_ quantity: String, _ asked: Int64?, _ matches: (ProbeKind) -> Bool) -> Measured? {
    let own = results.filter { matches($0.kind) && $0.sent >= from && $0.sent < to }
    // What was answered after the profile was gone says nothing of it, but is not to be taken for lost.
    let ended = own.filter { !$0.isLate && $0.ended < to }
    let answeredLater = Set(own.filter { $0.ended >= to && $0.outcome == .reply }.map(\.sequence))
    let sent = Set(ended.map(\.sequence)).union(answeredLater)
    guard !sent.isEmpty else { return nil }
    let times = ended.filter { $0.outcome == .reply }.compactMap(\.rtt).sorted()
    return Measured(
      step: step, quantity: quantity, direction: "roundTrip", asked: asked.map { Double($0) },
      got: Median.of(times).map { Double($0) }, samples: times.count,
      method: Self.method(answered: times.count, later: answeredLater.count, sent: sent.count)
        + (isConditioned ? "" : ", over a family that the conditions are not for"))
  }

  /// How a number was measured, or why there is none.
  static func method(answered: Int, later: Int, sent: Int) -> String {
    func probes(_ count: Int) -> String { "\(count) \(count == 1 ? "probe" : "probes")" }
    let after = later == 0 ? "" : ", \(later) only after the step was over"
    guard answered > 0 else {
      return later == 0
        ? "no answer to the \(probes(sent)) sent"
        : "no answer in the step to the \(probes(sent)) sent\(after)"
    }
    return answered == 1
      ? "the one probe answered of \(sent) sent\(after)"
      : "median of the \(answered) probes answered of \(sent) sent\(after)"
  }
}
