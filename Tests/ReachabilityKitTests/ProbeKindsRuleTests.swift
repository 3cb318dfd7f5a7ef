import Testing

@testable import ReachabilityKit

/// The rule where kinds are named, where it forgets, and where degraded is something else.
@Suite("A probe rule with settings")
struct ProbeKindsRuleTests {
  private static func http(_ sequence: Int, _ outcome: ProbeOutcome, rtt: Int64 = 10) -> ProbeResult {
    let sent = Int64(sequence) * 1000
    return ProbeRuleTests.result(sequence, outcome, kind: .http, sent: sent, ended: sent + rtt)
  }

  @Test("HTTP that is answered by a portal is offline, although echoes and connections are answered")
  func portal() throws {
    let rule = Judge(ProbeRule(kinds: [.http]))
    #expect(rule.observe(Self.http(0, .reply))?.to == .online)
    var decisions: [ProbeDecision] = []
    for sequence in 1...3 {
      let echo = ProbeRuleTests.result(
        100 + sequence, sent: Int64(sequence) * 1000 + 500, ended: Int64(sequence) * 1000 + 510)
      if let decision = rule.observe(Self.http(sequence, .portal)) { decisions.append(decision) }
      #expect(rule.observe(echo) == nil)
      #expect(rule.observe(ProbeRuleTests.result(200 + sequence, kind: .tcp, sent: 9000, ended: 9001)) == nil)
    }
    #expect(decisions.map(\.to).last == .offline)
    #expect(
      decisions.last?.reason == "3 requests in a row were answered by someone else, as a captive portal does")
    #expect(rule.observe(Self.http(4, .reply))?.to == .online)
  }

  @Test("failures of several sorts are told one by one")
  func words() throws {
    let rule = Judge(ProbeRule(kinds: [.http, .dns]))
    _ = rule.observe(Self.http(1, .timeout))
    _ = rule.observe(ProbeRuleTests.result(2, .dnsFailure, kind: .dns, sent: 2000, ended: 2001))
    let decision = try #require(rule.observe(Self.http(3, .refused)))
    #expect(decision.reason == "3 probes in a row failed: http timeout, dns dns-failure, http refused")
  }

  @Test("what was sent before it forgot counts no more, whenever its result comes")
  func forget() throws {
    let rule = Judge(missesToGoDown: 2)
    _ = rule.observe(ProbeRuleTests.echo(0, rtt: 10))
    #expect(rule.status == .online)
    rule.forget(before: 2_000_000_000)
    #expect(rule.status == nil)
    // Sent at 1500, answered at 2600: of the network as it was.
    #expect(rule.observe(ProbeRuleTests.result(3, sent: 1500, ended: 2600)) == nil)
    for sequence in 1...3 { #expect(rule.observe(ProbeRuleTests.echo(sequence, rtt: nil)) == nil) }
    #expect(rule.observe(ProbeRuleTests.echo(4, rtt: nil)) == nil)
    let decision = try #require(rule.observe(ProbeRuleTests.echo(5, rtt: nil)))
    #expect(decision.from == nil && decision.to == .offline && decision.sequences == [4, 5])
  }

  @Test(
    "degraded has the windows and bounds that it is given",
    arguments: [(Int64(100), ProbeStatus.online), (101, .degraded)])
  func quality(rtt: Int64, status: ProbeStatus) {
    var quality = ProbeQuality()
    quality.slownessWindow = 3
    quality.slowRoundTrip = .milliseconds(100)
    quality.goodRoundTrip = .milliseconds(50)
    quality.lossWindow = 4
    quality.lossesToDegrade = 1
    let rule = Judge(ProbeRule(quality: quality))
    for sequence in 0...3 { _ = rule.observe(ProbeRuleTests.echo(sequence, rtt: rtt)) }
    #expect(rule.status == status)
    // Fast again: three of the last three at 50 ms, and none of the last four lost.
    for sequence in 4...7 { _ = rule.observe(ProbeRuleTests.echo(sequence, rtt: 50)) }
    #expect(rule.status == .online)
    // One miss, and an answer after it.
    _ = rule.observe(ProbeRuleTests.echo(8, rtt: nil))
    _ = rule.observe(ProbeRuleTests.echo(13, rtt: 10))
    #expect(rule.status == .degraded)
  }
}
