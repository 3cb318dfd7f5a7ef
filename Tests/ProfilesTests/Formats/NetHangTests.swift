import Testing

@testable import Profiles

/// What of YAML is not read must not be passed over: the values would be others.
@Suite("NetHang's YAML")
struct NetHangTests {
  private func text(_ lines: String...) -> String {
    (["models:", "  A:", "    global:"] + lines).joined(separator: "\n") + "\n"
  }

  private func refusal(_ line: Int, _ key: String, _ value: String) -> String {
    "file.txt:\(line): models.\(key): \"\(value)\" was read. Of YAML only nested keys with plain values are read, no anchors "
      + "(&), references (*), merges (<<), tags (!), blocks (|, >), and no lists and keys in one line."
  }

  @Test("anchors, references and merges are refused where they stand")
  func anchors() {
    #expect(
      faults(of: text("      uplink: &slow", "        delay: 10", "      downlink: *slow", "      <<: *other"))
        == [
          refusal(4, "A.global.uplink", "&slow"), refusal(6, "A.global.downlink", "*slow"),
          refusal(7, "A.global.<<", "*other"),
        ])
  }

  @Test("so are maps, lists, tags and blocks in one line", arguments: ["{delay: 5}", "[1, 2]", "!!map x", "|", ">-"])
  func flow(value: String) {
    #expect(faults(of: text("      uplink: \(value)")) == [refusal(4, "A.global.uplink", value)])
  }

  @Test("in quotes these are texts, and outside of the models they do not matter")
  func texts() throws {
    let profile = try only(
      """
      components: [a, b]
      models:
        A:
          description: "[x] & *y*"
          global:
            uplink:
              delay: 10
      """, .nethang)
    #expect(profile.summary == "[x] & *y*")
    #expect(profile.uplink.delay == .milliseconds(10))
  }
}
