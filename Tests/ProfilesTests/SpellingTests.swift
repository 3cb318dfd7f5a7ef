import Testing

@testable import Profiles

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "the distance counts changes, and a swap of neighbours once",
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "abc", 0), ("abc", "abd", 1), ("abc", "acb", 1), ("delay", "dealy", 1),
      ("kitten", "sitting", 3),
    ])
  func distance(a: String, b: String, expected: Int) {
    #expect(Spelling.distance(a, b) == expected)
    #expect(Spelling.distance(b, a) == expected)
  }

  @Test("the nearest come first and the far not at all")
  func nearest() {
    #expect(Spelling.nearest(to: "Loos", among: ["Rate", "Delay", "Loss"]) == ["Loss"])
    #expect(Spelling.nearest(to: "x", among: ["Rate", "y"]) == [])
    #expect(Spelling.nearest(to: String(repeating: "x", count: 1_000_000), among: ["Rate"]) == [])
  }
}
