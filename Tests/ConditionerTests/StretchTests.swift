import Testing

@Suite("The rate of frames that follow one another")
struct StretchTests {
  /// 40 frames of 1514 bytes at 166.13 Mbit/s: one each 72.9 µs.
  private static let asked = 166.13e6

  private func stretch(late: (Int) -> Double) -> Stretch {
    var stretch = Stretch()
    for index in 0..<40 {
      let due = Double(index) * 1514 * 8 / Self.asked
      // As tcpdump writes it.
      stretch.add(1514, at: 1_800_000_000 + ((due + late(index)) * 1e6).rounded() / 1e6)
    }
    return stretch
  }

  @Test("a processor that wakes late does not make a link look faster or slower")
  func lateness() throws {
    let gap = 1514 * 8 / Self.asked
    let cases: [(String, (Int) -> Double)] = [
      ("all in time", { _ in 0 }),
      ("all late by as much", { _ in 3e-4 }),
      ("the first wake is 0.25 ms late, so four frames come together", { max(0, 2.5e-4 - Double($0) * gap) }),
      ("the last five come late together", { $0 < 35 ? 0 : 5e-4 }),
      ("every fourth is in time, and those before it come with it", { Double(3 - $0 % 4) * gap }),
      ("a third of them is late by up to 0.3 ms", { $0 % 3 == 0 ? Double($0 * 7 % 10) * 3e-5 : 0 }),
    ]
    for (name, late) in cases {
      let rate = try #require(stretch(late: late).rate, "\(name)")
      // Two microseconds in the 2.8 ms of the 39 frames are less than 0.1 %, in half of them 0.2 %.
      #expect(abs(rate / Self.asked - 1) < 0.003, "\(name): \(rate)")
    }
  }

  @Test("a link that is faster or slower is told")
  func rates() throws {
    for factor in [0.9, 0.97, 1.03, 1.1] {
      let rate = try #require(stretch { Double($0) * 1514 * 8 / Self.asked * (1 / factor - 1) }.rate)
      #expect(abs(rate / (Self.asked * factor) - 1) < 0.003, "\(factor): \(rate)")
    }
  }

  @Test("one frame, or all at one time, have no rate")
  func none() {
    var one = Stretch()
    one.add(1514, at: 1)
    #expect(one.rate == nil)
    one.add(1514, at: 1)
    #expect(one.rate == nil)
  }
}
