import Testing

@testable import ReachabilityKit

/// Times are milliseconds; the rule does not care for the unit but for round trips.
@Suite struct ProbeRuleTests {
  static func result(
    _ sequence: Int, _ outcome: ProbeOutcome = .reply, kind: ProbeKind = .icmpEcho, sent: Int64, ended: Int64,
    isLate: Bool = false
  ) -> ProbeResult {
    ProbeResult(
      sequence: sequence, kind: kind, target: "203.0.113.1", outcome: outcome, sent: sent * 1_000_000,
      ended: ended * 1_000_000, rtt: outcome == .reply ? (ended - sent) * 1_000_000 : nil, isLate: isLate)
  }

  /// Echo `sequence`, sent every 500 ms: answered after `rtt`, or given up after 2 s.
  static func echo(_ sequence: Int, rtt: Int64?) -> ProbeResult {
    let sent = Int64(sequence) * 500
    return result(sequence, rtt == nil ? .timeout : .reply, sent: sent, ended: sent + (rtt ?? 2000))
  }

  /// A rule that is online since echo 0.
  static func online(missesToGoDown: Int = 3, successesToComeUp: Int = 1) -> Judge {
    let rule = Judge(missesToGoDown: missesToGoDown, successesToComeUp: successesToComeUp)
    _ = rule.observe(echo(0, rtt: 10))
    return rule
  }

  @Test("the first reply of any kind means online", arguments: ProbeKind.allCases)
  func firstReply(kind: ProbeKind) throws {
    let rule = Judge()
    let decision = try #require(rule.observe(Self.result(7, kind: kind, sent: 100, ended: 110)))
    #expect(decision.from == nil)
    #expect(decision.to == .online)
    #expect(decision.firstEvidence == 110_000_000)
    #expect(decision.firstEvidenceSent == 100_000_000)
    #expect(decision.decided == 110_000_000)
    #expect(decision.sequences == [7])
    #expect(rule.status == .online)
  }

  @Test("from nothing known, offline takes as many misses", arguments: 1...4)
  func firstMisses(misses: Int) throws {
    let rule = Judge(missesToGoDown: misses)
    for sequence in 0..<(misses - 1) {
      #expect(rule.observe(Self.echo(sequence, rtt: nil)) == nil)
      #expect(rule.status == nil)
    }
    let decision = try #require(rule.observe(Self.echo(misses - 1, rtt: nil)))
    #expect(decision.from == nil)
    #expect(decision.to == .offline)
  }

  @Test("offline carries the first miss's timeout, its sending, and the sequences behind it")
  func evidence() throws {
    let rule = Self.online()
    #expect(rule.observe(Self.echo(1, rtt: nil)) == nil)
    #expect(rule.observe(Self.echo(2, rtt: nil)) == nil)
    let decision = try #require(rule.observe(Self.echo(3, rtt: nil)))
    #expect(decision.from == .online)
    #expect(decision.to == .offline)
    #expect(decision.firstEvidenceSent == 500_000_000)
    #expect(decision.firstEvidence == 2_500_000_000)  // 500 + 2000
    #expect(decision.decided == 3_500_000_000)  // echo 3: 1500 + 2000
    #expect(decision.sequences == [1, 2, 3])
  }

  @Test("total loss goes straight to offline, without degraded between")
  func straight() {
    let rule = Self.online(missesToGoDown: 5)
    #expect(rule.run((1...8).map { Self.echo($0, rtt: nil) }).map(\.to) == [.offline])
  }

  @Test(
    "unreachable and refused echoes are misses like timeouts",
    arguments: [
      ProbeOutcome.timeout, .refused, .unreachable,
    ])
  func missKinds(outcome: ProbeOutcome) {
    let rule = Self.online()
    let results = (1...3).map { Self.result($0, outcome, sent: Int64($0) * 500, ended: Int64($0) * 500) }
    #expect(rule.run(results).map(\.to) == [.offline])
  }

  @Test(
    "HTTP and DNS that fail decide nothing",
    arguments: [
      ProbeOutcome.timeout, .refused, .unreachable, .dnsFailure, .portal,
    ])
  func otherMisses(outcome: ProbeOutcome) {
    let rule = Self.online()
    for sequence in 1...20 {
      for kind in [ProbeKind.http, .dns] {
        #expect(rule.observe(Self.result(sequence, outcome, kind: kind, sent: Int64(sequence), ended: 5000)) == nil)
      }
    }
    #expect(rule.status == .online)
  }

  @Test("a success of any kind that was sent later resets the misses", arguments: ProbeKind.allCases)
  func reset(kind: ProbeKind) {
    let rule = Self.online(missesToGoDown: 3)
    _ = rule.observe(Self.echo(1, rtt: nil))
    _ = rule.observe(Self.echo(2, rtt: nil))
    _ = rule.observe(Self.result(100, kind: kind, sent: 1100, ended: 3100))
    #expect(rule.observe(Self.echo(3, rtt: nil))?.to != .offline)
    #expect(rule.observe(Self.echo(4, rtt: nil))?.to != .offline)
    #expect(rule.observe(Self.echo(5, rtt: nil))?.to == .offline)
  }

  @Test("an old answer that was slow does not lift newer misses")
  func slowOldAnswer() {
    let rule = Self.online()
    _ = rule.observe(Self.result(1, .unreachable, sent: 1000, ended: 1000))
    _ = rule.observe(Self.result(2, .unreachable, sent: 1500, ended: 1500))
    // Sent before both.
    #expect(rule.observe(Self.result(0, kind: .http, sent: 800, ended: 1800)) == nil)
    #expect(rule.observe(Self.result(3, .unreachable, sent: 2000, ended: 2000))?.to == .offline)
    #expect(rule.observe(Self.result(0, kind: .dns, sent: 1900, ended: 4000)) == nil)
    #expect(rule.status == .offline)
    #expect(rule.observe(Self.result(4, sent: 2500, ended: 4500))?.to == .online)
  }

  @Test("a timeout of something older than the newest success is no sign of being offline")
  func oldTimeouts() {
    let rule = Self.online(missesToGoDown: 2)
    _ = rule.observe(Self.result(9, sent: 3000, ended: 3010))
    let old = (1...4).map { Self.result($0, .timeout, sent: Int64($0) * 500, ended: 3100 + Int64($0)) }
    #expect(rule.run(old).allSatisfy { $0.to == .degraded })
  }

  @Test("a late answer, already given up, decides nothing")
  func late() {
    let rule = Judge(missesToGoDown: 1)
    #expect(rule.observe(Self.echo(0, rtt: nil))?.to == .offline)
    #expect(rule.observe(Self.result(0, sent: 0, ended: 3000, isLate: true)) == nil)
    #expect(rule.status == .offline)
  }

  @Test("coming up takes as many successes in a row", arguments: 1...3)
  func comingUp(successes: Int) throws {
    let rule = Judge(missesToGoDown: 1, successesToComeUp: successes)
    #expect(rule.observe(Self.echo(0, rtt: nil))?.to == .offline)
    for sequence in 10..<(10 + successes - 1) { #expect(rule.observe(Self.echo(sequence, rtt: 10)) == nil) }
    let decision = try #require(rule.observe(Self.echo(10 + successes - 1, rtt: 10)))
    #expect(decision.from == .offline)
    #expect(decision.to == .online)
    #expect(decision.sequences == Array(10..<(10 + successes)))
    #expect(decision.firstEvidence == 5_010_000_000)
  }

  @Test("a miss between two successes makes coming up start again")
  func interrupted() {
    let rule = Judge(missesToGoDown: 1, successesToComeUp: 2)
    _ = rule.observe(Self.result(0, .unreachable, sent: 0, ended: 0))
    #expect(rule.observe(Self.result(1, sent: 500, ended: 510)) == nil)
    #expect(rule.observe(Self.result(2, .unreachable, sent: 1000, ended: 1000)) == nil)
    #expect(rule.observe(Self.result(3, sent: 1500, ended: 1510)) == nil)
    #expect(rule.observe(Self.result(4, sent: 2000, ended: 2010))?.to == .online)
  }

  @Test("timeouts that are still to come after recovery do not bring offline back")
  func recovery() {
    let rule = Self.online()
    // Echoes 1 to 8 are lost, 9 and on are answered in 10 ms; the timeouts of 6 to 8 end after the answer to 9.
    let echoes = (1...8).map { Self.echo($0, rtt: nil) } + (9...30).map { Self.echo($0, rtt: 10) }
    let decisions = rule.run(echoes)
    #expect(decisions.first?.to == .offline)
    #expect(decisions.dropFirst().first?.to == .online)
    #expect(decisions.dropFirst().first?.sequences == [9])
    #expect(decisions.filter { $0.to == .offline }.count == 1)
  }
}
