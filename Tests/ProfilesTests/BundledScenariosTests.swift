import FoundationEssentials
import Testing

@testable import Profiles

@Suite("Bundled scenarios")
struct BundledScenariosTests {
  private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "profiles/scenarios")

  @Test("every file of the folder is bundled as it is, and nothing else")
  func files() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == BundledScenarios.files.map(\.file).sorted())
    let bundled = ProfileStore(workingDirectory: nil, home: nil)
    for (file, scenario) in BundledScenarios.files {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      #expect(try Scenario(propertyList: bytes, file: file, profiles: bundled) == scenario, "\(file)")
    }
  }

  @Test("each has a summary, a name of its own, and says where its numbers are from")
  func described() throws {
    #expect(Set(BundledScenarios.all.map { ProfileStore.normalized($0.name) }).count == BundledScenarios.all.count)
    #expect(BundledScenarios.all.allSatisfy { $0.summary?.hasSuffix(".") == true })
    #expect(BundledScenarios.all.allSatisfy { !$0.expectations.isEmpty })
    for (file, _) in BundledScenarios.files {
      let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
      #expect(["/* No measured numbers: ", "/* Lengths: "].contains { text.hasPrefix($0) }, "\(file)")
    }
  }

  @Test("each comes down to changes that happen within it and name its steps", arguments: BundledScenarios.all)
  func timelines(scenario: Scenario) {
    let timeline = scenario.timeline(seed: scenario.seed ?? 1)
    #expect(!timeline.isEmpty)
    #expect(timeline.allSatisfy { $0.time < scenario.length })
    #expect(Set(timeline.map(\.step)) == Set(scenario.steps.map(\.name)))
    #expect(zip(timeline, timeline.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("scenarios are found as profiles are, the place nearest to the user first")
  func store() throws {
    try withTemporaryFolder { folder in
      let steps = "Steps = ( { At = \"0 s\"; Profile = Mine; } );"
      try write("{ Name = Mine; DNSDelay = \"1 s\"; }", to: "\(folder)/project/profiles/mine.plist")
      try write("{ Name = Elevator; Seed = 1; \(steps) }", to: "\(folder)/home/.config/linkcond/scenarios/a.plist")
      try write("{ Name = elevator; Seed = 2; \(steps) }", to: "\(folder)/project/profiles/scenarios/a.plist")
      try write("{ Name = Good; \(steps) }", to: "\(folder)/project/profiles/scenarios/b.plist")
      try write("{ Name = Bad; }", to: "\(folder)/project/profiles/scenarios/tunnel.plist")
      let (work, home) = ("\(folder)/project", "\(folder)/home")
      func store(work: String?, home: String?) -> ScenarioStore {
        ScenarioStore(profiles: ProfileStore(workingDirectory: work, home: nil), home: home)
      }
      #expect(try store(work: nil, home: nil).find("elevator").seed == nil)
      #expect(try store(work: work, home: home).find("Elevator").seed == 2)
      #expect(try store(work: nil, home: nil).find("wifi-to-cellular").name == "Wi-Fi to Cellular")
      let contents = store(work: work, home: nil).contents()
      #expect(contents.entries.count == BundledScenarios.all.count + 1)
      #expect(contents.faults.map(\.file) == ["\(work)/profiles/scenarios/tunnel.plist"])
      #expect(throws: ProfileFaults.self) { try store(work: work, home: home).find("tunnel") }
      #expect(
        throws: UnknownName(.scenario, name: "elevatr", nearest: ["Elevator"], searched: ["bundled", "/scenarios"])
      ) {
        try ScenarioStore(profiles: ProfileStore(extra: [""], workingDirectory: nil, home: nil), home: nil)
          .find("elevatr")
      }
      // A profile of the folder is what a scenario beside it means.
      #expect(
        try store(work: work, home: nil).find("good").steps.first?.action.profile?.dnsDelay == .seconds(1))
    }
  }
}
