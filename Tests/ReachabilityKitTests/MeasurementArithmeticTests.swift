import Testing

@testable import ReachabilityKit

@Suite struct MeasurementArithmeticTests {
  @Test(
    "a train suits the rate it is to measure",
    arguments: [
      // 0.12 s at 200 kbit/s are 24 000 bits, which is not five frames of 12 112 bits: five of 600 bytes, 558 of payload.
      (UInt64(200_000), 5, 558, 1), (240_000, 5, 678, 1), (780_000, 8, 1420, 1), (1_000_000, 10, 1458, 1),
      (20_000_000, 40, 1472, 1), (20_000_001, 40, 1472, 5), (1_000_000_000, 40, 1472, 5),
      // 6000 bits in five frames: 150 bytes, 108 of payload.
      (50_000, 5, 108, 1), (1, 5, 32, 1),
    ])
  func trains(rate: UInt64, packets: Int, payload: Int, trains: Int) {
    let train = RateTrain(forBitsPerSecond: rate)
    #expect(train.packets == packets)
    #expect(train.payload == payload)
    #expect(train.trains == trains)
  }

  @Test("a train stays within what the service serves")
  func bounds() {
    let small = RateTrain(packets: 0, payload: 0, trains: 0)
    #expect(small == RateTrain(packets: 3, payload: 32, trains: 1))
    #expect(RateTrain(packets: 1000, payload: 9000) == RateTrain(packets: 64, payload: 1472))
  }

  @Test(
    "the rate is the bits after the first frame over their time",
    arguments: [
      // Nine frames of 1514 bytes after the first are 109 008 bits; in 0.54504 s that is 200 kbit/s.
      (10, Int64(545_040_000), UInt64?(200_000)),
      // Three lost took no time on the wire: six frames after the first.
      (7, 363_360_000, 200_000), (3, 1_000_000, 24_224_000), (2, 1_000_000, nil), (0, 0, nil), (10, 0, nil),
    ])
  func rate(frames: Int, span: Int64, rate: UInt64?) {
    #expect(RateMeasurement.Arrivals(frames: frames, span: span).bitsPerSecond(frameBytes: 1514) == rate)
  }

  @Test("the median of the trains counts, and the reason names what does not")
  func median() {
    func arrivals(_ kilobits: Int64) -> RateMeasurement.Arrivals {
      .init(frames: 11, span: 1_000_000_000_000 / kilobits)
    }
    // Ten frames of 125 bytes are 10 000 bits: 10 kbit/s a second.
    let measurement = RateMeasurement([arrivals(1000), arrivals(4000), arrivals(2000)], sent: 11, frameBytes: 125)
    #expect(measurement == RateMeasurement(bitsPerSecond: 20_000, frames: 33, trains: 3, reason: nil))
    #expect(RateMeasurement([arrivals(1000), arrivals(2000)], sent: 11, frameBytes: 125).bitsPerSecond == 15_000)
    let partly = RateMeasurement([arrivals(1000), .init(frames: 2, span: 5)], sent: 11, frameBytes: 125)
    #expect(partly.bitsPerSecond == 10_000)
    #expect(partly.reason?.contains("1 of 2 trains did not count") == true)
    #expect(
      RateMeasurement([nil], sent: 11, frameBytes: 125).reason == "the origin's measuring service was not heard of")
    #expect(RateMeasurement([nil], sent: 11, frameBytes: 125).bitsPerSecond == nil)
  }

  @Test("losses are told apart by direction")
  func losses() {
    let loss = LossMeasurement(sent: 100, receivedAtOrigin: 80, sentByThen: 100, received: 60, roundTrips: [3, 1, 2])
    #expect(loss.roundTripLoss == 0.4)
    #expect(abs((loss.uplinkLoss ?? 1) - 0.2) < 1e-12)
    #expect(loss.downlinkLoss == 0.25)
    #expect(loss.medianRoundTrip == 2)
    let silent = LossMeasurement(sent: 100, receivedAtOrigin: nil, sentByThen: 0, received: 0)
    #expect(silent.roundTripLoss == 1)
    #expect(silent.uplinkLoss == nil)
    #expect(silent.downlinkLoss == nil)
    #expect(silent.medianRoundTrip == nil)
    #expect(
      LossMeasurement(sent: 0, refusedByKernel: 9, receivedAtOrigin: nil, sentByThen: 0, received: 0).roundTripLoss
        == nil)
  }
}
