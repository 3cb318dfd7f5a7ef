import Testing

@testable import ReachabilityKit

@Suite struct ProbeQualityTests {
  typealias Rules = ProbeRuleTests

  @Test("Edge, at 847 ms, is online and stays so")
  func edge() {
    let rule = Judge()
    #expect(rule.run((0..<40).map { Rules.echo($0, rtt: 847) }).map(\.to) == [.online])
  }

  @Test("two of the last ten missed are too many, one is not")
  func losses() throws {
    let rule = Judge()
    var echoes = (0..<10).map { Rules.echo($0, rtt: 10) }
    echoes[4] = Rules.echo(4, rtt: nil)
    #expect(rule.run(echoes).map(\.to) == [.online])
    let decisions = rule.run([Rules.echo(10, rtt: 10), Rules.echo(11, rtt: nil), Rules.echo(12, rtt: 10)])
    // Echo 11 is given up after 12 was answered: at that moment it is the second of ten.
    let decision = try #require(decisions.last)
    #expect(decision.from == .online)
    #expect(decision.to == .degraded)
    #expect(decision.sequences == [4, 11])
    #expect(decision.firstEvidence == 4_000_000_000)  // 4 × 500 + 2000 ms
    #expect(decision.decided == 7_500_000_000)  // 11 × 500 + 2000 ms
  }

  @Test("one missed of each ten never degrades")
  func sparseLosses() {
    let rule = Judge()
    let echoes = (0..<100).map { Rules.echo($0, rtt: $0 % 10 == 5 ? nil : 10) }
    #expect(rule.run(echoes).map(\.to) == [.online])
  }

  @Test(
    "a median above 1.5 s degrades, and only once five were answered",
    arguments: [(1500, [.online]), (1501, [.online, .degraded])] as [(Int64, [ProbeStatus])])
  func slowness(rtt: Int64, statuses: [ProbeStatus]) {
    let rule = Judge()
    var decisions: [ProbeDecision] = []
    // Echo 0 is answered 1.5 s after its sending; 1 and 2 were sent before that, and perhaps 3. Then 0 and four more count.
    for sequence in 0..<7 { decisions += rule.run([Rules.echo(sequence, rtt: rtt)]) }
    #expect(decisions.map(\.to) == [.online])
    decisions += rule.run([Rules.echo(7, rtt: rtt)])
    #expect(decisions.map(\.to) == statuses)
  }

  @Test("between 1.2 s and 1.5 s it stays what it was")
  func hysteresis() {
    let rule = Judge()
    _ = rule.run((0..<10).map { Rules.echo($0, rtt: 1800) })
    #expect(rule.status == .degraded)
    #expect(rule.run((10..<40).map { Rules.echo($0, rtt: 1300) }).isEmpty)
    #expect(rule.run((40..<60).map { Rules.echo($0, rtt: 1200) }).map(\.to) == [.online])
  }

  @Test("degraded ends when none of the last ten was missed, not before")
  func leaving() throws {
    let rule = Judge()
    var echoes = (0..<30).map { Rules.echo($0, rtt: 10) }
    echoes[3] = Rules.echo(3, rtt: nil)
    echoes[6] = Rules.echo(6, rtt: nil)
    let decisions = rule.run(echoes)
    #expect(decisions.map(\.to) == [.online, .degraded, .online])
    #expect(decisions.last?.sequences == Array(7...16))
    #expect(decisions.last?.decided == 8_010_000_000)  // echo 16's answer
  }

  @Test("degraded goes to offline like online")
  func degradedToOffline() {
    let rule = Judge()
    _ = rule.run((0..<10).map { Rules.echo($0, rtt: 1800) })
    let decisions = rule.run((10..<14).map { Rules.echo($0, rtt: nil) })
    #expect(decisions.map(\.from) == [.degraded])
    #expect(decisions.map(\.to) == [.offline])
  }

  @Test("after offline the window starts anew")
  func anew() {
    let rule = Judge()
    _ = rule.run((0..<5).map { Rules.echo($0, rtt: 10) })
    _ = rule.run((5..<8).map { Rules.echo($0, rtt: nil) })
    #expect(rule.status == .offline)
    // With the old window there would be three of ten.
    #expect(rule.run((20..<40).map { Rules.echo($0, rtt: 10) }).map(\.to) == [.online])
  }

  @Test("the loss of a lossy link is judged while answers come")
  func lossyLink() {
    let rule = Judge()
    // Two of three missed, never three in a row.
    let decisions = rule.run((0..<30).map { Rules.echo($0, rtt: $0 % 3 == 0 ? 10 : nil) })
    #expect(decisions.map(\.to) == [.online, .degraded])
  }
}
