import Profiles

/// A profile in full, for people.
struct ProfileText {
  let profile: Profile
  let origin: ProfileOrigin

  init(_ profile: Profile, origin: ProfileOrigin) {
    self.profile = profile
    self.origin = origin
  }

  var text: String {
    var rows = LabelledRows()
    Self.add("Downlink", profile.downlink, &rows)
    Self.add("Uplink", profile.uplink, &rows)
    rows.add("Round trip", roundTrip)
    rows.add("DNS delay", profile.dnsDelay == .zero ? "none" : "\(profile.dnsDelay.quantityText), before the uplink")
    rows.add("DNS failure", profile.dnsFailure.map(Self.words))
    if profile.family != .any { rows.add("Packets", "\(profile.family.rawValue) only, others are not impaired") }
    rows.add(
      "Interface",
      "\(profile.interfaceType.interfaceName) (\(profile.interfaceType.rawValue)"
        + (profile.radio.map { ", \($0.rawValue)" } ?? "") + ")" + (profile.isExpensive ? ", expensive" : "")
        + (profile.isConstrained ? ", constrained" : ""))
    rows.add("Link state", profile.linkState.rawValue)
    rows.add("From", origin.description)
    return profile.name + "\n" + (profile.summary.map { TextWrapping.paragraphs($0) + "\n" } ?? "") + "\n" + rows.text
  }

  private static func add(_ label: String, _ conditions: LinkConditions, _ rows: inout LabelledRows) {
    let rate =
      conditions.trace.map { "\($0.averageRate) on average by the trace \($0.name)" }
      ?? conditions.rate?.description ?? "no limit"
    rows.add(label, "\(rate), \(conditions.delay.quantityText) one way, \(loss(conditions.loss))")
    rows.add("  jitter", conditions.jitter.map(words))
    if !conditions.keepsOrder { rows.add("  order", "not kept where the jitter changes it") }
    if conditions.duplicate != .zero { rows.add("  duplicate", "\(conditions.duplicate)") }
    rows.add(
      "  reorder",
      conditions.reordering.map { "\($0.chance)" + ($0.gap > 1 ? " of one packet in \($0.gap)" : "") })
    if conditions.corrupt != .zero { rows.add("  corrupt", "\(conditions.corrupt)") }
    if conditions.queue != .standard {
      rows.add("  queue", "\(conditions.queue.depth.quantityText), \(conditions.queue.kind.rawValue)")
    }
  }

  private static func words(_ jitter: Jitter) -> String {
    let correlation = jitter.correlation == .zero ? "" : ", \(jitter.correlation) like the one before"
    return "\(jitter.deviation.quantityText), \(jitter.distribution.name)\(correlation)"
  }

  private static func words(_ failure: DNSFailure) -> String {
    switch failure {
    case .timeout: "timeout: queries are never answered"
    case .servfail: "servfail: the server says that it failed"
    case .nxdomain: "nxdomain: the server says that no name exists"
    }
  }

  private static func loss(_ loss: LossModel) -> String {
    switch loss {
    case .independent(let chance): "\(chance) loss"
    case .bursts(let ratio, let length):
      "\(ratio) loss in bursts of \(Self.decimal(length)) packets"
    case .gilbertElliott(let model):
      """
      \(percent(model.averageLoss)) loss (Gilbert-Elliott: \(model.becomesBad) becomes bad, \(model.becomesGood) becomes good, \
      \(model.lossInBad) lost in bad, \(model.lossInGood) in good)
      """
    case .fourState(let model):
      """
      \(percent(model.averageLoss)) loss (four states: p13 \(model.p13), p31 \(model.p31), p32 \(model.p32), p23 \
      \(model.p23), p14 \(model.p14))
      """
    }
  }

  private static func decimal(_ value: Double) -> String {
    value == value.rounded() && value < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// To a thousandth of a percent; models lose odd shares.
  private static func percent(_ chance: Probability) -> Probability {
    Probability(percent: (chance.percent * 1_000).rounded() / 1_000) ?? chance
  }

  /// What a packet and its answer wait at least.
  private var roundTrip: String {
    if profile.linkState != .up || profile.downlink.loss.average == .one || profile.uplink.loss.average == .one {
      return "never"
    }
    let delay = (profile.downlink.delay + profile.uplink.delay).quantityText
    let isLimited = profile.downlink.averageRate != nil || profile.uplink.averageRate != nil
    return isLimited ? "\(delay), and the time to send both ways" : delay
  }
}
