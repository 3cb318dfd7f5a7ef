import Testing

@testable import Report

@Suite("Numbers for people")
struct QuantityTextTests {
  @Test(
    "a duration has three digits at most and the unit that suits it",
    arguments: [
      (0, "0 µs"), (1, "0 µs"), (80_000, "80 µs"), (164_000, "164 µs"), (-164_000, "-164 µs"),
      // A value that rounds to 1000 of a unit is 1 of the next.
      (999_499, "999 µs"), (999_500, "1 ms"), (4_050_000, "4.05 ms"), (999_400_000, "999 ms"),
      (999_600_000, "1 s"), (3_010_000_000, "3.01 s"), (3_100_000_000, "3.1 s"), (60_000_000_000, "60 s"),
      // There is no unit above the second.
      (3_600_000_000_000, "3600 s"),
    ])
  func durations(_ nanoseconds: Double, _ text: String) {
    #expect(QuantityText.duration(nanoseconds) == text)
  }

  @Test(
    "a rate has three digits at most and the unit that suits it",
    arguments: [
      (0, "0 bit/s"), (999, "999 bit/s"), (999.6, "1 kbit/s"), (780_000, "780 kbit/s"), (999_400, "999 kbit/s"),
      (999_600, "1 Mbit/s"), (1_544_000, "1.54 Mbit/s"), (40_000_000, "40 Mbit/s"), (999_999_999, "1 Gbit/s"),
      (1_000_000_000, "1 Gbit/s"), (12_340_000_000, "12.3 Gbit/s"),
    ])
  func rates(_ bitsPerSecond: Double, _ text: String) {
    #expect(QuantityText.rate(bitsPerSecond) == text)
  }

  @Test(
    "a fraction is written as a percentage",
    arguments: [
      (0, "0 %"), (0.0001, "0.01 %"), (0.005, "0.5 %"), (0.0139, "1.39 %"), (0.125, "12.5 %"), (0.999, "99.9 %"),
      // 99.95 has four digits, and three of them are 100.
      (0.9995, "100 %"), (1, "100 %"),
    ])
  func percentages(_ fraction: Double, _ text: String) {
    #expect(QuantityText.percent(fraction) == text)
  }

  @Test(
    "a number is rounded before it is decided how many digits it has",
    arguments: [
      (9.994, "9.99"), (9.996, "10"), (99.94, "99.9"), (99.96, "100"), (-0.001, "0"), (-9.996, "-10"), (1.05, "1.05"),
      // More than an Int holds comes only from a damaged record.
      (1e300, "1e+300"),
    ])
  func numbers(_ value: Double, _ text: String) {
    #expect(QuantityText.number(value) == text)
  }

  @Test("what came while the conditions were being applied came at once")
  func delays() {
    #expect(QuantityText.delay(-1) == "at once")
    #expect(QuantityText.delay(0) == "0 µs")
    #expect(QuantityText.delay(3_100_080_000) == "3.1 s")
  }
}
