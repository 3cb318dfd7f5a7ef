internal import Conditioner
internal import LinuxSystem
internal import Profiles
internal import ReachabilityKit
internal import Record

/// Measures loss and rate of the link while a profile holds, without disturbing what the probes see of it.
struct LinkSurvey: Sendable {
  let lab: Lab
  let profile: Profile
  let step: String
  let recorder: RunRecorder

  /// What it goes over: what the conditions are for, IPv4 where that is both.
  private var family: ProtocolFamily { profile.family == .ipv6 ? .ipv6 : .ipv4 }

  /// The loss train's frames: 42 bytes of headers over IPv4, and 32 of payload.
  static func lossFrameBytes(_ family: ProtocolFamily) -> Int { 74 + family.longerHeader }

  /// At most a twentieth of the slower direction, so that the train costs the probes no delay worth naming.
  static func lossPacketsPerSecond(_ profile: Profile) -> Double {
    let frameBits = Double(lossFrameBytes(profile.family) * 8)
    let slowest = [profile.downlink.rate, profile.uplink.rate].compactMap { $0?.bitsPerSecond }.min()
    return min(100, max(1, slowest.map { Double($0) / 20 / frameBits } ?? 100))
  }

  /// Measures until shortly before `end`, a time of CLOCK_MONOTONIC, and records what it found.
  func run(until end: Int64) async throws {
    // Without a link there is nothing to measure; the monitors tell that story.
    guard profile.linkState == .up else { return }
    guard let origin = lab.originAddress(family) else {
      for direction in ["roundTrip", "uplink", "downlink"] {
        record("loss", direction, asked: askedLoss(direction), got: nil, samples: 0, Self.lacksFamily)
      }
      for (direction, conditions) in [("downlink", profile.downlink), ("uplink", profile.uplink)] {
        guard let rate = conditions.rate?.bitsPerSecond else { continue }
        record("rate", direction, asked: Double(rate), got: nil, samples: 0, Self.lacksFamily)
      }
      return
    }
    let measurement = try LinkMeasurement(in: lab.client, origin: origin)
    async let loss: Void = measureLoss(measurement, until: end)
    async let rate: Void = measureRates(measurement, until: end)
    _ = try await (loss, rate)
  }

  private func measureLoss(_ measurement: LinkMeasurement, until end: Int64) async throws {
    // What is under way at the end must come back, or be missed, before the profile is taken away.
    let grace = max(
      1_500_000_000, 2 * (AskedTimes(profile: profile).roundTrip(bytes: Self.lossFrameBytes(family)) ?? 0))
    let length = end - MonotonicClock.now() - grace
    guard length > 500_000_000 else { return }
    let loss = try await measurement.loss(
      packetsPerSecond: Self.lossPacketsPerSecond(profile), for: .nanoseconds(length),
      grace: .nanoseconds(max(0, end - MonotonicClock.now() - length - 100_000_000)))
    let findings: [(String, Double?, Int)] = [
      ("roundTrip", loss.roundTripLoss, loss.sent), ("uplink", loss.uplinkLoss, loss.sentByThen),
      ("downlink", loss.downlinkLoss, loss.receivedAtOrigin ?? 0),
    ]
    for (direction, got, samples) in findings {
      let method =
        got == nil
        ? "not to be told apart: the origin's count did not come back" : "numbered datagrams, counted at both ends"
      record("loss", direction, asked: askedLoss(direction), got: got, samples: samples, method)
    }
  }

  private static let lacksFamily = "not measured: the conditions are for IPv6, which the lab lacks"

  private func askedLoss(_ direction: String) -> Double {
    let (down, up) = (profile.downlink.loss.average.fraction, profile.uplink.loss.average.fraction)
    return switch direction {
    case "uplink": up
    case "downlink": down
    default: 1 - (1 - down) * (1 - up)
    }
  }

  private func measureRates(_ measurement: LinkMeasurement, until end: Int64) async throws {
    for (direction, conditions) in [(MeasuredDirection.downlink, profile.downlink), (.uplink, profile.uplink)] {
      guard let rate = conditions.rate?.bitsPerSecond, conditions.loss.average.fraction < 1 else { continue }
      let rest = end - MonotonicClock.now() - 200_000_000
      guard rest > 0 else { return }
      let found = try await measurement.rate(
        direction, train: RateTrain(forBitsPerSecond: rate), timeout: .nanoseconds(min(rest, 5_000_000_000)))
      record(
        "rate", direction == .uplink ? "uplink" : "downlink", asked: Double(rate),
        got: found.bitsPerSecond.map { Double($0) },
        samples: found.frames, found.reason ?? "spacing of \(found.frames) frames in \(found.trains) trains")
    }
  }

  private func record(
    _ quantity: String, _ direction: String, asked: Double, got: Double?, samples: Int, _ method: String
  ) {
    recorder.append(
      .measured(
        Measured(
          step: step, quantity: quantity, direction: direction, asked: asked, got: got,
          samples: samples, method: method)),
      at: MonotonicClock.now())
  }
}
