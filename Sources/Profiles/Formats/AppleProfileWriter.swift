/// Makes Apple's file of profiles, with a note of everything that Apple's tool has no key for.
struct AppleProfileWriter {
  /// The rate above which Apple's tool fails to start: its kbit/s times 1000 must fit a signed 32-bit number.
  static let fastest = DataRate(bitsPerSecond: UInt64(Int32.max))

  let format: ProfileFormat
  private(set) var warnings: [String] = []
  private(set) var refusals: [String] = []

  init(_ format: ProfileFormat) { self.format = format }

  /// The file for `profiles`; what `original` stored for a profile that has not changed is kept to the letter.
  mutating func file(_ profiles: [Profile], original: AppleProfileFile?) -> AppleProfileFile {
    var file = AppleProfileFile(format: format)
    if let original {
      (file.selected, file.simulated) = (original.selected, original.simulated)
      (file.isRunning, file.timeAtLastRun) = (original.isRunning, original.timeAtLastRun)
    }
    file.entries = profiles.map { profile in
      let entry = original?.entries.first { $0.profile == profile }
      // The other of Apple's tools takes the same numbers otherwise.
      if let entry, original?.format == format { return entry }
      var stored = apple(profile)
      if let entry {
        stored.interface = entry.stored.interface
        stored.excludesLoopback = entry.stored.excludesLoopback
        stored.isPreset = entry.stored.isPreset
      }
      return AppleProfileFile.Entry(key: profile.name, stored: stored, profile: profile)
    }
    let keys = file.entries.map(\.key)
    for (key, entry) in zip(keys, file.entries) where keys.filter({ $0 == key }).count > 1 {
      refusals.append("\(entry.profile.name): the name is there twice.")
    }
    if let selected = file.selected, !keys.contains(selected) { file.selected = nil }
    if let simulated = file.simulated, !keys.contains(simulated) { file.simulated = nil }
    return file
  }

  private mutating func apple(_ profile: Profile) -> AppleProfile {
    var apple = AppleProfile()
    apple.downlink = direction(profile.downlink, "Downlink", profile.name)
    apple.uplink = direction(profile.uplink, "Uplink", profile.name)
    apple.dnsDelay = milliseconds(profile.dnsDelay, "DNSDelay", profile.name)
    switch profile.family {
    case .any: apple.family = 0
    case .ipv4: apple.family = 2
    case .ipv6: apple.family = 30
    }
    if format == .conditionInducer { apple.name = profile.name }
    if profile.linkState != .up {
      refusals.append(
        "\(profile.name): LinkState is \(profile.linkState.rawValue), and Apple's tool can only condition a link that is up."
      )
    }
    let expressed: Set<ProfileFeature> = [.dnsDelay, .family, .linkState, .lossModel, .trace]
    warnings += ProfileFeature.averagedTraces(in: profile)
    let missing = ProfileFeature.allCases.filter { !expressed.contains($0) }.flatMap { $0.keys(in: profile) }
    if !missing.isEmpty {
      warnings.append(
        "\(profile.name): left out, as Apple's file has no key for it: \(missing.joined(separator: ", ")).")
    }
    return apple
  }

  private mutating func direction(
    _ conditions: LinkConditions, _ prefix: String, _ name: String
  ) -> AppleProfile.Direction {
    var direction = AppleProfile.Direction()
    if let rate = conditions.averageRate {
      let kilobits = DecimalNumber(digits: rate.bitsPerSecond, exponent: -3)
      let rounded = kilobits.scaled(by: 1) ?? 0
      if rate > DataRate.allowed.upperBound {
        refusals.append("\(name): \(prefix).Rate is \(rate); it is at most 40 Gbit/s.")
      } else if rounded == 0 {
        refusals.append("\(name): \(prefix).Rate is \(rate), and Apple's tool takes less than 1 kbit/s for no limit.")
      } else if !kilobits.isWhole {
        warnings.append("\(name): \(prefix).Rate is rounded from \(rate) to \(rounded) kbit/s.")
      }
      if rate > Self.fastest {
        warnings.append("\(name): \(prefix).Rate is \(rate), and Apple's tool does not start above 2147 Mbit/s.")
      }
      direction.bandwidth = DecimalNumber(rounded)
    }
    direction.delay = milliseconds(conditions.delay, "\(prefix).Delay", name)
    // The shortest text of a floating-point number is one that DecimalNumber reads.
    direction.loss = DecimalNumber("\(conditions.loss.average.percent)") ?? .zero
    if case .independent = conditions.loss { return direction }
    warnings.append(
      "\(name): \(prefix).Loss comes in bursts; Apple's tool loses \(conditions.loss.average) independently.")
    return direction
  }

  private mutating func milliseconds(_ delay: Duration, _ key: String, _ name: String) -> DecimalNumber {
    let exact = DecimalNumber(digits: UInt64(max(0, delay.wholeNanoseconds)), exponent: -6)
    let rounded = exact.scaled(by: 1) ?? 0
    if !exact.isWhole { warnings.append("\(name): \(key) is rounded from \(delay.quantityText) to \(rounded) ms.") }
    return DecimalNumber(rounded)
  }
}
