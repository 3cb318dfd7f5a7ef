import Testing

@testable import Profiles

@Suite("Inheriting profiles")
struct InheritanceTests {
  /// The faults of a place with these files, without the folder's path.
  private func faults(_ files: [String: String]) throws -> [String] {
    var faults: [String] = []
    try withTemporaryFolder { folder in
      for (name, text) in files { try write(text, to: "\(folder)/\(name).plist") }
      let store = ProfileStore(extra: [folder], workingDirectory: nil, home: nil)
      faults = store.contents().faults.map { "\($0)".replacing("\(folder)/", with: "").replacing(folder, with: "HERE") }
    }
    return faults
  }

  @Test("only the keys that are written change")
  func changes() throws {
    try withTemporaryFolder { folder in
      try write(
        "{ Name = \"Bad 3G\"; Inherits = 3g; Downlink = { Loss = \"5 %\"; }; DNSDelay = \"1 s\"; }",
        to: "\(folder)/a.plist")
      try write("{ Name = Worse; Inherits = \"bad-3g\"; Link = { Delay = \"1 s\"; }; }", to: "\(folder)/b.plist")
      let store = ProfileStore(extra: [folder], workingDirectory: nil, home: nil)
      var bad = Profile.cellular3G
      bad.name = "Bad 3G"
      bad.summary = nil
      bad.downlink.loss = .independent(try #require(Probability(percent: 5)))
      bad.dnsDelay = .seconds(1)
      #expect(try store.find("bad 3g") == bad)
      var worse = bad
      worse.name = "Worse"
      (worse.downlink.delay, worse.uplink.delay) = (.seconds(1), .seconds(1))
      #expect(try store.find("worse") == worse)
      #expect(worse.uplink.rate == .kilobits(330))
      // A path and bytes are resolved among the same profiles.
      #expect(try store.find("\(folder)/b.plist") == worse)
      let text = "{ Name = Mine; Inherits = Worse; Link = { Rate = none; }; }"
      let mine = try Profile(propertyList: Array(text.utf8), file: "m", profiles: store)
      #expect(mine.downlink == LinkConditions(delay: .seconds(1), loss: bad.downlink.loss))
    }
  }

  @Test("a circle is told once round, also where the file is asked for that is found in a place too")
  func checkedCircle() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = A; Inherits = B; }", to: "\(folder)/a.plist")
      try write("{ Name = B; Inherits = A; }", to: "\(folder)/b.plist")
      let check = FileCheck(
        "\(folder)/a.plist", profiles: ProfileStore(extra: [folder], workingDirectory: nil, home: nil))
      #expect(
        check.faults.map(\.message) == ["profiles inherit from one another in a circle: \"A\" → \"B\" → \"A\"."])
    }
  }

  @Test("a name of its own means the profile of an earlier place")
  func ownName() throws {
    try withTemporaryFolder { folder in
      try write("{ Name = Edge; Inherits = Edge; DNSDelay = \"1 s\"; }", to: "\(folder)/1/e.plist")
      try write("{ Name = edge; Inherits = edge; Constrained = YES; }", to: "\(folder)/2/e.plist")
      let store = ProfileStore(extra: ["\(folder)/1", "\(folder)/2"], workingDirectory: nil, home: nil)
      let edge = try store.find("edge")
      #expect(edge.dnsDelay == .seconds(1))
      #expect(edge.isConstrained)
      #expect(edge.downlink == Profile.edge.downlink)
    }
  }

  @Test("what a value contradicts goes with it: the radio with the type, the trace with a rate")
  func replaced() throws {
    try withTemporaryFolder { folder in
      try write("3\n", to: "\(folder)/t")
      try write(
        "{ Name = A; InterfaceType = cellular; Radio = LTE; Link = { Trace = t; }; }", to: "\(folder)/a.plist")
      try write(
        "{ Name = B; Inherits = A; InterfaceType = wifi; Uplink = { Rate = \"1 Mbit/s\"; }; }", to: "\(folder)/b.plist")
      try write("{ Name = C; Inherits = A; Radio = none; DNSFailure = none; }", to: "\(folder)/c.plist")
      let store = ProfileStore(extra: [folder], workingDirectory: nil, home: nil)
      let b = try store.find("B")
      #expect(b.radio == nil)
      #expect(b.uplink == LinkConditions(rate: .megabits(1)))
      #expect(b.downlink.trace?.opportunities == [3])
      #expect(try store.find("C").radio == nil)
    }
  }

  @Test("circles are told with their chain, in each file that leads into them")
  func circles() throws {
    let told = try faults([
      "a": "{ Name = A; Inherits = B; }", "b": "{ Name = B; Inherits = A; }", "c": "{ Name = C; Inherits = A; }",
      "d": "{ Name = D; Inherits = D; }",
    ])
    #expect(
      told == [
        "a.plist:1: Inherits: profiles inherit from one another in a circle: \"A\" → \"B\" → \"A\".",
        "b.plist:1: Inherits: profiles inherit from one another in a circle: \"B\" → \"A\" → \"B\".",
        "c.plist:1: Inherits: profiles inherit from one another in a circle: \"C\" → \"A\" → \"B\" → \"A\".",
        "d.plist:1: Inherits: profiles inherit from one another in a circle: \"D\" → \"D\".",
      ])
  }

  @Test("a chain without end, an unknown base and a damaged one are faults of their own")
  func otherFaults() throws {
    var chain: [String: String] = [:]
    for index in 0..<40 { chain["\(index + 10)"] = "{ Name = N\(index); Inherits = N\(index + 1); }" }
    chain["50"] = "{ Name = N40; }"
    let long = try faults(chain)
    // A chain may have 32 profiles: N9 and all behind it.
    #expect(long.count == 9)
    #expect(long.first == "10.plist:1: Inherits: more than 32 profiles inherit from one another.")
    let damaged = try faults(["a": "{ Name = A; Inherits = B; }", "b": "{ Name = B; Summary = (); }"])
    #expect(
      damaged == [
        "a.plist:1: Inherits: \"B\" has faults itself (b.plist).",
        "b.plist:1: Summary: an array was read, where a text is expected.",
      ])
    do throws(ProfileFaults) {
      _ = try Profile(propertyList: Array("{ Name = x; Inherits = 3G; }".utf8), file: "x")
      Issue.record("it was read")
    } catch {
      #expect(error.description == "x:1: Inherits: There is no profile '3G'.")
    }
  }
}
