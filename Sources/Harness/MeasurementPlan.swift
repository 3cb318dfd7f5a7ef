internal import Profiles

/// How the link is measured under a profile without disturbing what the probes see of it.
struct MeasurementPlan: Hashable, Sendable {
  /// Datagrams a second of the loss train, in each direction.
  let lossPacketsPerSecond: Double
  /// Frames of one rate train, by direction; nil where the profile asks for no rate or nothing comes through.
  let downlinkTrain: Train?
  let uplinkTrain: Train?

  /// Back-to-back frames whose spacing at the receiver shows the rate.
  struct Train: Hashable, Sendable {
    let packets: Int
    /// UDP payload of each, in bytes.
    let payload: Int
  }

  /// The loss train's frames: 42 bytes of headers and 32 of payload.
  static let lossFrameBits = 74.0 * 8
  /// A train must not hold up a probe for longer than this.
  static let longestTrain = 0.5
  /// Apple's queue holds 50 packets: a longer train would only be cut.
  static let mostPackets = 40

  init(_ profile: Profile) {
    let rates = [profile.downlink.rate, profile.uplink.rate].compactMap { $0?.bitsPerSecond }
    // At most a twentieth of the slower direction, so that the train costs the probes no delay worth naming.
    lossPacketsPerSecond = min(100, max(2, rates.min().map { Double($0) / 20 / Self.lossFrameBits } ?? 100))
    let silent = profile.linkState != .up
    downlinkTrain = silent ? nil : Self.train(profile.downlink)
    uplinkTrain = silent ? nil : Self.train(profile.uplink)
  }

  private static func train(_ conditions: LinkConditions) -> Train? {
    guard let rate = conditions.rate, conditions.loss.fraction < 1 else { return nil }
    let bits = Double(rate.bitsPerSecond) * longestTrain
    let fullFrames = Int(bits / (1514 * 8))
    if fullFrames >= 5 { return Train(packets: min(mostPackets, fullFrames), payload: 1472) }
    // Slow links: five smaller frames take as long.
    return Train(packets: 5, payload: min(1472, max(18, Int(bits / 5 / 8) - 42)))
  }
}
