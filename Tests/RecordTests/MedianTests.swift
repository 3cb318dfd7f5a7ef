import Testing

@testable import Record

@Suite("The value in the middle")
struct MedianTests {
  @Test(
    "of an even number it is the mean of the two in the middle",
    arguments: [
      ([], nil), ([7], 7), ([1, 4], 2), ([1, 2, 9], 2), ([1, 2, 6, 9], 4), ([-4, -2], -3),
      ([.max - 2, .max], .max - 1), ([0, 0, .max, .max], .max / 2),
    ] as [([Int64], Int64?)])
  func values(sorted: [Int64], median: Int64?) { #expect(Median.of(sorted) == median) }
}
