internal import Netlink

/// Settings in the words of tc(8), for people to read or to run.
enum TrafficControl {
  /// The kind of a qdisc and its settings, such as `netem limit 58 delay 400ms rate 240000bit`.
  ///
  /// - Parameter former: What it is changed from: tc sends only what is written, and the kernel keeps what is not sent.
  static func words(_ qdisc: Qdisc, after former: Qdisc? = nil) -> String {
    switch qdisc {
    case .netem(let netem): "netem \(words(netem, after: former))"
    case .tokenBucket(let bucket):
      "tbf rate \(bucket.rateBytesPerSecond * 8)bit burst \(bucket.burstBytes) limit \(bucket.limitBytes)"
    case .htb(let defaultClass): "htb default \(String(defaultClass, radix: 16))"
    case .blackhole, .ingress, .clsact, .other: qdisc.kind
    }
  }

  /// A qdisc's handle without its zero: `4c43:`.
  static func words(_ handle: TrafficHandle) -> String { "\(String(handle.major, radix: 16)):" }

  private static func words(_ netem: Netem, after former: Qdisc?) -> String {
    let old: Netem? = if case .netem(let old) = former { old } else { nil }
    var words = ["limit \(netem.limitPackets)"]
    if netem.delayNanoseconds > 0 || netem.jitterNanoseconds > 0 {
      words.append("delay \(time(netem.delayNanoseconds))")
      if netem.jitterNanoseconds > 0 { words.append(time(netem.jitterNanoseconds)) }
      if netem.jitterNanoseconds > 0, netem.delayCorrelation > 0 || old?.delayCorrelation ?? 0 > 0 {
        words.append(percent(netem.delayCorrelation))
      }
      if let distribution = netem.distribution, distribution != .uniform {
        words.append("distribution \(distribution.name)")
      }
    }
    if let model = netem.burstLoss {
      // tc is told 1-h and 1-k: what is lost, where the kernel's h is what passes.
      words.append(
        "loss gemodel \(percent(model.becomesBad)) \(percent(model.becomesGood)) \(percent(.max - model.passesInBad)) "
          + percent(model.lostInGood))
    } else if let chain = netem.stateLoss {
      let chances = [chain.p13, chain.p31, chain.p32, chain.p23, chain.p14].map(percent)
      words.append("loss state " + chances.joined(separator: " "))
    } else if netem.lossFraction > 0 {
      words.append("loss \(percent(netem.lossFraction))")
    }
    if netem.duplicateFraction > 0 { words.append("duplicate \(percent(netem.duplicateFraction))") }
    if netem.reorderFraction > 0 { words.append("reorder \(percent(netem.reorderFraction)) gap \(netem.gap)") }
    if netem.corruptFraction > 0 || old?.corruptFraction ?? 0 > 0 {
      words.append("corrupt \(percent(netem.corruptFraction))")
    }
    if netem.rateBytesPerSecond > 0 || old?.rateBytesPerSecond ?? 0 > 0 {
      words.append("rate \(netem.rateBytesPerSecond * 8)bit")
    }
    return words.joined(separator: " ")
  }

  /// What stands behind `protocol`.
  static func protocolName(_ match: FilterMatch) -> String {
    switch match {
    case .all: "all"
    case .family(.ipv4), .udpDestinationPort(_, .ipv4): "ip"
    case .family(.ipv6), .udpDestinationPort(_, .ipv6): "ipv6"
    }
  }

  /// The keys of a u32 filter, as ``FilterMatch`` sends them.
  static func words(_ match: FilterMatch) -> String {
    match.keys.map { key in
      "match u32 0x\(String(key.value, radix: 16)) 0x\(String(key.mask, radix: 16)) at \(key.offset)"
    }.joined(separator: " ")
  }

  /// In microseconds with as many decimals as there are: tc's units end there.
  private static func time(_ nanoseconds: Int64) -> String {
    if nanoseconds % 1_000_000 == 0 { return "\(nanoseconds / 1_000_000)ms" }
    return decimal(nanoseconds, of: 1000) + "us"
  }

  private static func decimal(_ value: Int64, of unit: Int64) -> String {
    let rest = value % unit
    guard rest != 0 else { return "\(value / unit)" }
    var digits = String(unit + rest).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(value / unit).\(digits)"
  }

  /// Enough digits that tc, which rounds to 2³² − 1 parts, gets the same number: 12 decimals of a percent.
  private static func percent(_ fraction: UInt32) -> String {
    if fraction == .max { return "100%" }
    // Tried from short to long, so that 1 % is not written with twelve digits.
    let exact = Double(fraction) / 4_294_967_295 * 100
    var scale = 1.0
    for _ in 0...12 {
      let rounded = (exact * scale).rounded() / scale
      if UInt32((rounded / 100 * 4_294_967_295).rounded()) == fraction { return plain(rounded) + "%" }
      scale *= 10
    }
    return plain(exact) + "%"
  }

  /// Without an exponent: tc reads one, people do not.
  private static func plain(_ value: Double) -> String {
    let trillionths = Int64((value * 1e12).rounded())
    return decimal(trillionths, of: 1_000_000_000_000)
  }
}
