import FoundationEssentials
import Testing

@testable import Profiles

@Suite("The files that README shows")
struct ReadmeTests {
  @Test("the profile and the scenario are read")
  func examples() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "README.md")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let lists = text.split(separator: "```\n").map(String.init).filter { $0.hasPrefix("{\n") }
    try #require(lists.count == 2)
    let bundled = ProfileStore(workingDirectory: nil, home: nil)
    let profile = try Profile(propertyList: Array(lists[0].utf8), file: "README.md", profiles: bundled)
    #expect(profile.downlink.queue.depth == .time(.milliseconds(200)))
    #expect(profile.uplink == Profile.lte.uplink)
    let scenario = try Scenario(propertyList: Array(lists[1].utf8), file: "README.md", profiles: bundled)
    #expect(scenario.steps.count == 3)
    #expect(scenario.expectations.count == 3)
  }
}
