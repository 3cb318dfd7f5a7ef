import Testing

@testable import Profiles

@Suite("Quantities with units")
struct QuantityTests {
  @Test(
    "a rate is read and written with its unit",
    arguments: [
      ("780 kbit/s", 780_000, "780 kbit/s"),
      ("0.78 Mbit/s", 780_000, "780 kbit/s"),
      ("1.6Mbit/s", 1_600_000, "1.6 Mbit/s"),
      ("166.13 Mbit/s", 166_130_000, "166.13 Mbit/s"),
      ("1500000 bit/s", 1_500_000, "1.5 Mbit/s"),
      ("1234567 bit/s", 1_234_567, "1234.567 kbit/s"),
      ("8 bit/s", 8, "8 bit/s"),
      ("40 Gbit/s", 40_000_000_000, "40 Gbit/s"),
      ("2.5000 Gbit/s", 2_500_000_000, "2.5 Gbit/s"),
      ("1 Kibit/s", 1_024, "1.024 kbit/s"),
      ("1.5 Mibit/s", 1_572_864, "1572.864 kbit/s"),
      ("2 Gibit/s", 2_147_483_648, "2147483.648 kbit/s"),
    ] as [(String, UInt64, String)])
  func rates(text: String, bits: UInt64, written: String) throws {
    let rate = try DataRate(quantity: text)
    #expect(rate.bitsPerSecond == bits)
    #expect(rate.description == written)
    #expect(try DataRate(quantity: rate.description) == rate)
  }

  @Test(
    "a rate is refused with what is wrong and what is right",
    arguments: [
      ("780", "has no unit; write a rate such as \"780 kbit/s\" (units: bit/s, kbit/s, Mbit/s, Gbit/s)"),
      (
        "780 kbps",
        "has the unit \"kbps\", which means kilobits to Apple and kilobytes to tc; use one of bit/s, kbit/s, Mbit/s, Gbit/s"
      ),
      (
        "8 bps",
        "has the unit \"bps\", which means bits to Apple and bytes to tc; use one of bit/s, kbit/s, Mbit/s, Gbit/s"
      ),
      ("1 MiB/s", "has the unit \"MiB/s\", which counts bytes; use one of bit/s, kbit/s, Mbit/s, Gbit/s"),
      ("1 KB/s", "has the unit \"KB/s\", which counts bytes; use one of bit/s, kbit/s, Mbit/s, Gbit/s"),
      ("", "is empty; write a rate such as \"780 kbit/s\""),
      ("-1 kbit/s", "is negative; write a rate such as \"780 kbit/s\""),
      ("fast", "is not a number and a unit; write a rate such as \"780 kbit/s\""),
      ("1.2.3 kbit/s", "is not a decimal number; write a rate such as \"780 kbit/s\""),
      (".5 kbit/s", "is not a decimal number; write a rate such as \"780 kbit/s\""),
      ("1e3 kbit/s", "has the unknown unit \"e3 kbit/s\"; use one of bit/s, kbit/s, Mbit/s, Gbit/s"),
      ("0 kbit/s", "carries nothing; leave the rate out for no limit, or use a loss of \"100 %\""),
      ("7 bit/s", "is out of range; a rate lies between 8 bit/s and 40 Gbit/s"),
      ("41 Gbit/s", "is out of range; a rate lies between 8 bit/s and 40 Gbit/s"),
      ("0.0001 kbit/s", "is finer than 1 bit/s"),
      ("99999999999999999999 kbit/s", "is too large or too fine a number"),
      ("18446744073709551615 Gbit/s", "is too large a number"),
      ("٣ kbit/s", "is not a number and a unit; write a rate such as \"780 kbit/s\""),
    ])
  func badRates(text: String, reason: String) {
    #expect(throws: QuantityFault(text, reason: reason)) { try DataRate(quantity: text) }
    #expect(DataRate(text) == nil)
  }

  @Test(
    "a duration is read and written to the nanosecond",
    arguments: [
      ("100 ms", .milliseconds(100), "100 ms"),
      ("8s", .seconds(8), "8 s"),
      ("16.5 ms", .microseconds(16_500), "16.5 ms"),
      ("1500 ms", .milliseconds(1_500), "1.5 s"),
      ("1.000001 s", .nanoseconds(1_000_001_000), "1000.001 ms"),
      ("5 us", .microseconds(5), "5 us"),
      ("5 µs", .microseconds(5), "5 us"),
      ("1 ns", .nanoseconds(1), "1 ns"),
      ("0 ms", .zero, "0 ms"),
      ("2 min", .seconds(120), "2 min"),
      ("90 s", .seconds(90), "90 s"),
    ] as [(String, Duration, String)])
  func durations(text: String, value: Duration, written: String) throws {
    let duration = try Duration(quantity: text)
    #expect(duration == value)
    #expect(duration.quantityText == written)
    #expect(try Duration(quantity: duration.quantityText) == duration)
  }

  @Test("a duration without a unit, negative or too fine is refused")
  func badDurations() {
    #expect(
      throws: QuantityFault(
        "8", reason: "has no unit; write a duration such as \"100 ms\" (units: ns, us, ms, s, min)")
    ) { try Duration(quantity: "8") }
    #expect(throws: QuantityFault("-8 s", reason: "is negative; write a duration such as \"100 ms\"")) {
      try Duration(quantity: "-8 s")
    }
    #expect(throws: QuantityFault("0.5 ns", reason: "is finer than 1 ns")) { try Duration(quantity: "0.5 ns") }
  }

  @Test(
    "a loss is read and written as a percentage",
    arguments: [
      ("0.5 %", 0.005, "0.5 %"), ("100%", 1, "100 %"), ("0 %", 0, "0 %"), ("7 %", 0.07, "7 %"),
      ("0.00001 %", 1e-7, "0.00001 %"), ("33.3 %", 0.333, "33.3 %"), ("007.50 %", 0.075, "7.5 %"),
      ("0.0000000232830643653869628906 %", 0x1p-32, "0.000000023283064365386963 %"),
      ("99.999999 %", 0.99999999, "99.999999 %"),
    ] as [(String, Double, String)])
  func losses(text: String, fraction: Double, written: String) throws {
    let loss = try Probability(quantity: text)
    #expect(abs(loss.fraction - fraction) < 1e-15)
    #expect(loss.description == written)
    #expect(try Probability(quantity: loss.description) == loss)
  }

  @Test("every percentage with two decimals survives being written and read")
  func percentages() throws {
    for hundredths in 0...10_000 {
      let loss = try #require(Probability(percent: Double(hundredths) / 100))
      #expect(try Probability(quantity: loss.description) == loss)
    }
  }

  @Test(
    "a loss is refused with what is wrong",
    arguments: [
      ("0.5", "has no unit; write a percentage such as \"0.5 %\""),
      ("101 %", "is more than 100 %; a loss lies between 0 % and 100 %"),
      ("-1 %", "is negative; a loss lies between 0 % and 100 %"),
      ("nan %", "is not a number and \"%\"; write a percentage such as \"0.5 %\""),
      ("0x10 %", "is not a number and \"%\"; write a percentage such as \"0.5 %\""),
      ("", "is empty; write a percentage such as \"0.5 %\""),
      ("0.\(String(repeating: "0", count: 400))1 %", "is too small; write \"0 %\" for never"),
    ])
  func badLosses(text: String, reason: String) {
    #expect(throws: QuantityFault(text, reason: reason)) { try Probability(quantity: text) }
  }

  @Test("every chance survives being written and read, to the last bit", arguments: [1, 2, 3] as [UInt64])
  func exactChances(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      // Of all sizes: a 53-bit fraction, shifted down by up to 63 bits.
      let fraction = Double(numbers.next() >> 11) * 0x1p-53 * (1 / Double(UInt64(1) << (numbers.next() % 64)))
      let chance = try #require(Probability(fraction: fraction))
      #expect(try Probability(quantity: chance.description).fraction == fraction)
    }
    for kernelValue in [1, 2, 42_949_673, 2_147_483_648, 4_294_967_293, 4_294_967_294] as [UInt32] {
      let chance = try #require(Probability(fraction: Double(kernelValue) / 4_294_967_295))
      #expect(chance.kernelValue == kernelValue)
      #expect(try Probability(quantity: chance.description).kernelValue == kernelValue)
    }
  }

  @Test("every rate and every duration survives being written and read", arguments: [1, 2, 3] as [UInt64])
  func exactQuantities(seed: UInt64) throws {
    var numbers = SplitMix64(seed: seed)
    for _ in 0..<2_000 {
      let bits = 8 + (numbers.next() >> (numbers.next() % 60)) % 40_000_000_000
      let rate = min(DataRate(bitsPerSecond: bits), DataRate.allowed.upperBound)
      #expect(try DataRate(quantity: rate.description) == rate)
      let duration = Duration.nanoseconds(Int64(numbers.next() >> (1 + numbers.next() % 62)))
      #expect(try Duration(quantity: duration.quantityText) == duration)
    }
  }

  @Test(
    "a queue's depth is packets, bytes or a time",
    arguments: [
      ("50 packets", .packets(50), "50 packets"), ("1 packet", .packets(1), "1 packet"),
      ("64 kB", .bytes(64_000), "64 kB"), ("64 KiB", .bytes(65_536), "65.536 kB"),
      ("1514 B", .bytes(1_514), "1.514 kB"),
      ("1 MB", .bytes(1_000_000), "1 MB"), ("200 ms", .time(.milliseconds(200)), "200 ms"),
    ] as [(String, Queue.Depth, String)])
  func queues(text: String, depth: Queue.Depth, written: String) throws {
    #expect(try Queue.Depth(quantity: text) == depth)
    #expect(depth.quantityText == written)
    #expect(try Queue.Depth(quantity: written) == depth)
  }

  @Test(
    "a queue's depth is refused with what is wrong",
    arguments: [
      ("0 packets", "is out of range; a queue holds 1 to 1000000 packets"),
      ("1513 B", "does not hold even one full-size frame of 1514 bytes"),
      ("0 ms", "is out of range; a queue is longer than 0 s and at most 60 min"),
      ("64 kbit", "has the unit \"kbit\", which counts bits; use one of B, kB, MB"),
      (
        "50",
        "has no unit; write a number of packets, a size or a time, such as \"50 packets\", \"64 kB\" or \"200 ms\""
      ),
      ("1.5 packets", "is finer than 1 packets"),
    ])
  func badQueues(text: String, reason: String) {
    #expect(throws: QuantityFault(text, reason: reason)) { try Queue.Depth(quantity: text) }
  }

  @Test(
    "a decimal point moves without losing a digit",
    arguments: [
      ("0.07", 2, "7"), ("2.5e-05", 2, "0.0025"), ("1e-300", 0, "0." + String(repeating: "0", count: 299) + "1"),
      ("100", -2, "1"), ("1.0", 0, "1"), ("0", 2, "0"), ("12.34", 1, "123.4"), ("12.34", -3, "0.01234"),
      ("1e+20", 1, "1" + String(repeating: "0", count: 21)),
    ])
  func shifting(text: String, places: Int, shifted: String) {
    #expect(DecimalText.shifted(text, by: places) == shifted)
  }

  @Test("a probability exists only from 0 to 1")
  func probabilityRange() {
    #expect(Probability(fraction: 1.0001) == nil)
    #expect(Probability(fraction: -0.0001) == nil)
    #expect(Probability(fraction: .nan) == nil)
    #expect(Probability(percent: 100.1) == nil)
    #expect(Probability(fraction: -0.0)?.description == "0 %")
  }

  @Test("the kernel's value never turns a little into nothing, and only always into always")
  func kernelValues() throws {
    #expect(Probability.zero.kernelValue == 0)
    #expect(Probability.one.kernelValue == 0xFFFF_FFFF)
    #expect(try #require(Probability(fraction: 1e-300)).kernelValue == 1)
    #expect(try #require(Probability(fraction: 1.0.nextDown)).kernelValue == 0xFFFF_FFFE)
    // Half of 2^32 - 1, rounded away from zero.
    #expect(try #require(Probability(percent: 50)).kernelValue == 2_147_483_648)
  }
}
