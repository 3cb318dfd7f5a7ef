internal import FoundationEssentials
internal import PathEngine
internal import Profiles
internal import ReachabilityKit

/// One transition as `linkcond monitor` prints it.
struct MonitorLine: Hashable, Sendable, Encodable {
  /// What is behind it: a kernel event, or the result of a probe.
  struct Evidence: Hashable, Sendable, Encodable {
    let what: String
    let before: String?
    let after: String?
    /// In one line, for people.
    let words: String

    private enum CodingKeys: String, CodingKey { case what, before, after }

    init(_ event: TimedEvent) {
      (what, before, after, words) = (event.what, event.before, event.after, event.words)
    }

    /// As `icmp to 192.0.2.1: reply after 12.3 ms`.
    init(_ result: ProbeResult) {
      what = "\(result.kind.rawValue) to \(result.target)"
      before = nil
      // To ten microseconds; what is shorter counts as that.
      let time = max(1, ((result.rtt ?? result.ended - result.sent) + 5_000) / 10_000) * 10_000
      let outcome = "\(result.outcome.rawValue) after \(Duration.nanoseconds(time).quantityText)"
      after = outcome
      words = "\(what): \(outcome)"
    }
  }

  private enum CodingKeys: String, CodingKey { case schema, time, t, monitor, from, to, reason, evidence }

  let schema = 1
  /// RFC 3339, UTC.
  let time: String
  /// Nanoseconds since the monitor began.
  let t: Int64
  /// `path`, `reachability` or `probe`.
  let monitor: String
  let from: String
  let to: String
  let reason: String
  let evidence: [Evidence]

  init(
    _ monitor: String, from: String, to: String, reason: String, evidence: [Evidence] = [], date: Date, t: Int64
  ) {
    time = date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    self.t = t
    self.monitor = monitor
    self.from = from
    self.to = to
    self.reason = reason
    self.evidence = evidence
  }

  /// One line for people, with the first three pieces of evidence.
  var text: String {
    let more = evidence.count > 3 ? ["and \(evidence.count - 3) more"] : []
    let causes = (evidence.prefix(3).map(\.words) + more).joined(separator: "; ")
    return "\(time)  \(monitor)  \(from) -> \(to): \(reason)" + (causes.isEmpty ? "" : " [\(causes)]") + "\n"
  }

  /// One line of JSON.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}

extension NetworkPath {
  /// What a path is, such as `over wlan0 (wifi), IPv4, IPv6, DNS, expensive`; why there is none if there is none.
  var words: String {
    if let reason { return reason }
    let names = interfaces.map { "\($0.name) (\($0.type.rawValue))" }.joined(separator: ", ")
    let marks = [
      (supportsIPv4, "IPv4"), (supportsIPv6, "IPv6"), (supportsDNS, "DNS"), (isTunnel, "tunnel"),
      (isExpensive, "expensive"), (isConstrained, "constrained"),
    ].filter(\.0).map(\.1)
    return (["over \(names)"] + marks).joined(separator: ", ")
  }
}
