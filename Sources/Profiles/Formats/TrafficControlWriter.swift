/// Writes a profile as commands of `ip` and `tc` for an interface: what it sends is conditioned on the interface itself, what
/// it receives on an ifb device that the traffic is redirected to.
enum TrafficControlWriter {
  /// The packets that netem may hold where no rate makes them wait: a second of full frames at 10 Gbit/s, rounded up.
  static let openLimit = 1_000_000
  /// The length of a full Ethernet frame without its check sequence, in bytes.
  static let fullFrame: UInt64 = 1_514
  /// The rate that stands for no limit where netem needs one in order to keep packets in order.
  static let openRate = DataRate.allowed.upperBound
  /// The longest time that tc takes in versions that count it in 32-bit ticks of 64 ns.
  static let longestOldTime: Duration = .seconds(274)

  /// The commands for `profile` on `device`.
  ///
  /// - Throws: ``ExportRefusal`` for a name that no interface can have, and for a loss that no model of netem has.
  static func commands(_ profile: Profile, device: String) throws(ExportRefusal) -> ExportResult {
    if let reason = refusal(of: device) { throw ExportRefusal(format: .tc, reasons: [reason]) }
    var warnings: [String] = []
    var refusals: [String] = []
    let uplink = arguments(profile.uplink, "Uplink", profile.name, &warnings, &refusals)
    let downlink = arguments(profile.downlink, "Downlink", profile.name, &warnings, &refusals)
    guard refusals.isEmpty else { throw ExportRefusal(format: .tc, reasons: refusals) }

    let quoted = ShellWord.quoted(device)
    let intermediate = ShellWord.quoted(intermediateName(device))
    // Some shells run what stands in a comment when it is pasted, so nothing there means anything to one.
    var lines = [
      "# \(ShellWord.harmless(profile.name)): uplink on \(quoted), downlink on \(intermediate)", "# undo with",
      "#   tc qdisc del dev \(quoted) root", "#   tc qdisc del dev \(quoted) ingress",
      "#   ip link del dev \(intermediate)",
      "tc qdisc replace dev \(quoted) root handle 1: netem \(uplink)",
    ]
    lines += [
      "ip link add name \(intermediate) type ifb",
      "ip link set dev \(intermediate) up",
      "tc qdisc replace dev \(intermediate) root handle 1: netem \(downlink)",
      "tc qdisc add dev \(quoted) handle ffff: ingress",
      "tc filter add dev \(quoted) parent ffff: protocol all u32 match u32 0 0 "
        + "action mirred egress redirect dev \(intermediate)",
    ]
    switch profile.linkState {
    case .up: break
    case .down: lines.append("ip link set dev \(quoted) down")
    case .noCarrier:
      warnings.append("\(profile.name): left out, as tc and ip cannot take the carrier of a link: LinkState.")
    }
    let expressed: Set<ProfileFeature> = [
      .linkState, .jitter, .lossModel, .duplicate, .reordering, .corrupt, .queue, .unordered, .trace,
    ]
    warnings += ProfileFeature.averagedTraces(in: profile)
    let missing = ProfileFeature.allCases.filter { !expressed.contains($0) }.flatMap { $0.keys(in: profile) }
    if !missing.isEmpty {
      warnings.append("\(profile.name): left out of the commands: \(missing.joined(separator: ", ")).")
    }
    return ExportResult(text: lines.joined(separator: "\n") + "\n", warnings: warnings)
  }

  /// The arguments of netem for one direction.
  private static func arguments(
    _ conditions: LinkConditions, _ key: String, _ name: String, _ warnings: inout [String], _ refusals: inout [String]
  ) -> String {
    let rate = conditions.averageRate
    if let rate, !DataRate.allowed.contains(rate) {
      refusals.append("\(name): \(key).Rate is \(rate); it lies between 8 bit/s and 40 Gbit/s.")
    }
    var words = ["limit \(limit(conditions, rate, key, name, &warnings))"]
    if conditions.delay != .zero || conditions.jitter != nil {
      words.append("delay \(time(conditions.delay))")
      if conditions.delay > longestOldTime {
        warnings.append("\(name): \(key).Delay is more than tc takes before version 6.15 of iproute2.")
      }
    }
    if let jitter = conditions.jitter {
      words[words.count - 1] += " \(time(jitter.deviation))"
      if jitter.correlation != .zero { words[words.count - 1] += " \(percent(jitter.correlation))" }
      switch jitter.distribution {
      case .uniform: break
      case .normal: words.append("distribution normal")
      case .pareto: words.append("distribution pareto")
      case .paretonormal: words.append("distribution paretonormal")
      case .table(let table, _):
        words.append("distribution \(ShellWord.quoted(table))")
        warnings.append(
          "\(name): \(key).Jitter: tc needs the table \"\(QuantityFault.shown(table))\" as a .dist file in its folder.")
      }
    }
    if let loss = loss(conditions.loss) {
      if !loss.isEmpty { words.append("loss \(loss)") }
    } else {
      refusals.append(
        "\(name): \(key).Loss: no chain of two states loses \(conditions.loss.average) in so short bursts.")
    }
    if conditions.duplicate != .zero { words.append("duplicate \(percent(conditions.duplicate))") }
    if let reordering = conditions.reordering {
      if conditions.delay == .zero {
        refusals.append("\(name): \(key).Reorder needs a delay that packets can skip.")
      }
      words.append("reorder \(percent(reordering.chance)) gap \(reordering.gap)")
    }
    if conditions.corrupt != .zero { words.append("corrupt \(percent(conditions.corrupt))") }
    if let rate {
      words.append("rate \(text(rate))")
      if !conditions.keepsOrder, conditions.jitter != nil {
        warnings.append("\(name): \(key).KeepOrder: netem keeps packets in order when it has a rate.")
      }
    } else if conditions.jitter != nil, conditions.keepsOrder {
      words.append("rate \(text(openRate))")
    }
    return words.joined(separator: " ")
  }

  /// netem's limit counts packets in the delay line too, ours only those that wait for the wire.
  private static func limit(
    _ conditions: LinkConditions, _ rate: DataRate?, _ key: String, _ name: String, _ warnings: inout [String]
  ) -> Int {
    if conditions.queue.kind == .dropHead {
      warnings.append("\(name): \(key).Queue: netem drops the newest packet of a full queue, not the oldest.")
    }
    guard let rate else {
      if conditions.queue != .standard { warnings.append("\(name): \(key).Queue: nothing waits without a rate.") }
      return openLimit
    }
    let packets: Int
    switch conditions.queue.depth {
    case .packets(let count): packets = count
    case .bytes(let count):
      packets = max(1, count / Int(fullFrame))
      warnings.append("\(name): \(key).Queue is \(packets) packets of full length, as netem counts in packets.")
    case .time(let time):
      packets = max(1, framesInFlight(rate, time))
      warnings.append("\(name): \(key).Queue is \(packets) packets of full length, as netem counts in packets.")
    }
    return min(openLimit, max(1, packets) + framesInFlight(rate, conditions.delay))
  }

  /// How many full frames a delay line holds at a rate, rounded up.
  static func framesInFlight(_ rate: DataRate, _ delay: Duration) -> Int {
    let bits = UInt128(rate.bitsPerSecond) * UInt128(max(0, delay.wholeNanoseconds))
    let frame = UInt128(8 * fullFrame * 1_000_000_000)
    return Int(min(UInt128(openLimit), (bits + frame - 1) / frame))
  }

  /// The arguments of `loss`; empty for none, nil where no model of netem does it.
  private static func loss(_ loss: LossModel) -> String? {
    switch loss {
    case .independent(let chance): return chance == .zero ? "" : percent(chance)
    case .bursts(let ratio, let length):
      if ratio == .zero { return "" }
      if ratio == .one { return percent(.one) }
      return LossModel.gilbert(ratio: ratio, averageLength: length).map(text)
    case .gilbertElliott(let model): return text(model)
    case .fourState(let model):
      return "state "
        + [model.p13, model.p31, model.p32, model.p23, model.p14].map(percent).joined(separator: " ")
    }
  }

  private static func text(_ model: GilbertElliottModel) -> String {
    let chances = [model.becomesBad, model.becomesGood, model.lossInBad, model.lossInGood]
    return "gemodel \(chances.map(percent).joined(separator: " "))"
  }

  private static func percent(_ chance: Probability) -> String { chance.description.filter { $0 != " " } }

  /// The largest unit that needs no fraction; nanoseconds as a fraction of microseconds, which every tc reads.
  private static func time(_ duration: Duration) -> String {
    let nanoseconds = UInt64(max(0, duration.wholeNanoseconds))
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000)ms" }
    return "\(DecimalNumber(digits: nanoseconds, exponent: -3))us"
  }

  private static func text(_ rate: DataRate) -> String {
    rate.bitsPerSecond % 1_000 == 0 ? "\(rate.bitsPerSecond / 1_000)kbit" : "\(rate.bitsPerSecond)bit"
  }

  /// The name of the ifb device that stands for what `device` receives, within the kernel's 15 bytes.
  static func intermediateName(_ device: String) -> String {
    var name = "ifb-\(device)"
    while name.utf8.count > 15 { name.removeLast() }
    return name
  }

  /// Why the kernel would not let an interface have that name; nil if it would.
  private static func refusal(of device: String) -> String? {
    let isAllowed =
      (1...15).contains(device.utf8.count) && device != "." && device != ".."
      && device.unicodeScalars.allSatisfy { !"/:".unicodeScalars.contains($0) && !$0.properties.isWhitespace }
      && device == QuantityFault.visible(device)
    guard !isAllowed else { return nil }
    return "\"\(QuantityFault.shown(device))\" cannot be the name of an interface; "
      + "it has 1 to 15 bytes without spaces, '/' and ':'."
  }
}
