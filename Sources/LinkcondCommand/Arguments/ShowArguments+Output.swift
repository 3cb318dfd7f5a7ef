import Profiles

extension ShowArguments {
  /// The profile, as `store` finds it.
  ///
  /// - Throws: ``UnknownProfile``, or ``ProfileFaults`` for a damaged file.
  func output(_ store: ProfileStore) throws -> CommandOutput {
    let entry = try store.entry(profile)
    if let form { return try form.output(entry.profile, device: device) }
    guard !isJSON else {
      return CommandOutput(facts: try CommandOutput.json(ProfileFacts(entry.profile, origin: entry.origin)))
    }
    return CommandOutput(facts: Self.text(entry))
  }

  /// The profile that is found from here.
  func output() throws -> CommandOutput { try output(ProfileStore(extra: profilePlaces)) }

  private static func text(_ entry: ProfileStore.Entry) -> String {
    let profile = entry.profile
    let rows: [(String, String)] = [
      ("Downlink", lines(profile.downlink)),
      ("Uplink", lines(profile.uplink)),
      ("Round trip", roundTrip(profile)),
      ("DNS delay", profile.dnsDelay == .zero ? "none" : "\(profile.dnsDelay.quantityText), before the uplink"),
      (
        "Interface",
        "\(profile.interfaceType.interfaceName) (\(profile.interfaceType.rawValue))"
          + (profile.isExpensive ? ", expensive" : "")
      ),
      ("Link state", profile.linkState.rawValue),
      ("From", entry.origin.description),
    ]
    let head = profile.name + "\n" + (profile.summary.map { $0 + "\n" } ?? "")
    return head + "\n"
      + rows.map { label, value in
        "  \(label)\(String(repeating: " ", count: 12 - label.count))\(value)\n"
      }.joined()
  }

  private static func lines(_ conditions: LinkConditions) -> String {
    let rate = conditions.rate?.description ?? "no limit"
    return "\(rate), \(conditions.delay.quantityText) one way, \(conditions.loss) loss"
  }

  /// What a packet and its answer wait at least.
  private static func roundTrip(_ profile: Profile) -> String {
    if profile.linkState != .up || profile.downlink.loss == .total || profile.uplink.loss == .total { return "never" }
    let delay = (profile.downlink.delay + profile.uplink.delay).quantityText
    let isLimited = profile.downlink.rate != nil || profile.uplink.rate != nil
    return isLimited ? "\(delay), and the time to send both ways" : delay
  }
}
