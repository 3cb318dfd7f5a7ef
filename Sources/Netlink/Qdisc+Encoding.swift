internal import CNetlink

extension Qdisc {
  /// Puts TCA_KIND and TCA_OPTIONS into a request.
  func encode(into message: borrowing Message) {
    message.put(Int(TCA_KIND), string: kind)
    switch self {
    case .netem(let netem): netem.encode(into: message)
    case .htb(let defaultClass):
      message.nest(Int(TCA_OPTIONS)) { [pointer = message.pointer] in
        var global = tc_htb_glob()
        global.version = 3
        global.rate2quantum = 10
        global.defcls = defaultClass
        nla_put(pointer, Int32(TCA_HTB_INIT), Int32(MemoryLayout.size(ofValue: global)), &global)
      }
    case .tokenBucket(let bucket): bucket.encode(into: message)
    case .other(_, let options): if !options.isEmpty { message.put(Int(TCA_OPTIONS), bytes: options) }
    case .blackhole, .ingress, .clsact: break
    }
  }
}

extension Netem {
  /// `TCA_NETEM_PRNG_SEED`, which headers before Linux 6.6 do not have.
  private static let seedAttribute = 14

  /// netem's options are a structure with attributes behind it in the same payload (facts: libnl's own encoder is broken).
  func encode(into message: borrowing Message) {
    let start = nla_nest_start(message.pointer, Int32(TCA_OPTIONS))
    message.append(
      tc_netem_qopt(
        latency: SchedulerTicks.count(nanoseconds: delayNanoseconds), limit: limitPackets, loss: lossFraction, gap: gap,
        duplicate: duplicateFraction, jitter: SchedulerTicks.count(nanoseconds: jitterNanoseconds)))
    message.put(
      Int(TCA_NETEM_CORR),
      tc_netem_corr(delay_corr: delayCorrelation, loss_corr: lossCorrelation, dup_corr: duplicateCorrelation))
    message.put(
      Int(TCA_NETEM_REORDER), tc_netem_reorder(probability: reorderFraction, correlation: reorderCorrelation))
    message.put(
      Int(TCA_NETEM_CORRUPT), tc_netem_corrupt(probability: corruptFraction, correlation: corruptCorrelation))
    if rateBytesPerSecond > UInt64(UInt32.max) { message.put(Int(TCA_NETEM_RATE64), rateBytesPerSecond) }
    message.put(
      Int(TCA_NETEM_RATE),
      tc_netem_rate(
        rate: UInt32(clamping: rateBytesPerSecond), packet_overhead: 0, cell_size: 0, cell_overhead: 0))
    message.put(Int(TCA_NETEM_ECN), UInt32(marksCongestion ? 1 : 0))
    message.put(Int(TCA_NETEM_LATENCY64), delayNanoseconds)
    message.put(Int(TCA_NETEM_JITTER64), jitterNanoseconds)
    // Where it is not sent the kernel goes back to random loss.
    if let burstLoss {
      let loss = nla_nest_start(message.pointer, Int32(TCA_NETEM_LOSS))
      message.put(
        Int(NETEM_LOSS_GE),
        tc_netem_gemodel(
          p: burstLoss.becomesBad, r: burstLoss.becomesGood, h: burstLoss.passesInBad, k1: burstLoss.lostInGood))
      nla_nest_end(message.pointer, loss)
    } else if let stateLoss {
      let loss = nla_nest_start(message.pointer, Int32(TCA_NETEM_LOSS))
      message.put(
        Int(NETEM_LOSS_GI),
        tc_netem_gimodel(
          p13: stateLoss.p13, p31: stateLoss.p31, p32: stateLoss.p32, p14: stateLoss.p14, p23: stateLoss.p23))
      nla_nest_end(message.pointer, loss)
    }
    if let seed { message.put(Self.seedAttribute, seed) }
    if let distribution {
      message.put(Int(TCA_NETEM_DELAY_DIST), bytes: distribution.bytes)
    }
    nla_nest_end(message.pointer, start)
  }

  /// From the payload of TCA_OPTIONS, as the kernel dumps it.
  init?(_ options: ArraySlice<UInt8>) {
    guard options.count >= 24 else { return nil }
    let attributes = Attributes(options.dropFirst(24))
    func word(_ type: Int, _ offset: Int) -> UInt32 { attributes.bytes(type)?.load(at: offset) ?? 0 }
    self.init()
    delayNanoseconds =
      attributes.value(Int(TCA_NETEM_LATENCY64)) ?? Int64(options.load(UInt32.self, at: 0)) * SchedulerTicks.nanoseconds
    limitPackets = options.load(at: 4)
    lossFraction = options.load(at: 8)
    gap = options.load(at: 12)
    duplicateFraction = options.load(at: 16)
    jitterNanoseconds =
      attributes.value(Int(TCA_NETEM_JITTER64)) ?? Int64(options.load(UInt32.self, at: 20)) * SchedulerTicks.nanoseconds
    delayCorrelation = word(Int(TCA_NETEM_CORR), 0)
    lossCorrelation = word(Int(TCA_NETEM_CORR), 4)
    duplicateCorrelation = word(Int(TCA_NETEM_CORR), 8)
    reorderFraction = word(Int(TCA_NETEM_REORDER), 0)
    reorderCorrelation = word(Int(TCA_NETEM_REORDER), 4)
    corruptFraction = word(Int(TCA_NETEM_CORRUPT), 0)
    corruptCorrelation = word(Int(TCA_NETEM_CORRUPT), 4)
    rateBytesPerSecond =
      attributes.value(Int(TCA_NETEM_RATE64)) ?? UInt64(word(Int(TCA_NETEM_RATE), 0))
    marksCongestion = word(Int(TCA_NETEM_ECN), 0) != 0
    seed = attributes.value(Self.seedAttribute)
    if let model = attributes.nested(Int(TCA_NETEM_LOSS))?.bytes(Int(NETEM_LOSS_GE)), model.count >= 16 {
      burstLoss = GilbertElliott(
        becomesBad: model.load(at: 0), becomesGood: model.load(at: 4), passesInBad: model.load(at: 8),
        lostInGood: model.load(at: 12))
    }
    if let model = attributes.nested(Int(TCA_NETEM_LOSS))?.bytes(Int(NETEM_LOSS_GI)), model.count >= 20 {
      stateLoss = FourStateLoss(
        p13: model.load(at: 0), p31: model.load(at: 4), p32: model.load(at: 8), p23: model.load(at: 16),
        p14: model.load(at: 12))
    }
  }
}

extension TokenBucket {
  func encode(into message: borrowing Message) {
    let start = nla_nest_start(message.pointer, Int32(TCA_OPTIONS))
    var parameters = tc_tbf_qopt()
    parameters.rate.rate = UInt32(clamping: rateBytesPerSecond)
    parameters.rate.linklayer = 1
    parameters.limit = limitBytes
    parameters.buffer = SchedulerTicks.count(bytes: burstBytes, rateBytesPerSecond: rateBytesPerSecond)
    message.put(Int(TCA_TBF_PARMS), parameters)
    message.put(Int(TCA_TBF_BURST), burstBytes)
    if rateBytesPerSecond > UInt64(UInt32.max) { message.put(Int(TCA_TBF_RATE64), rateBytesPerSecond) }
    // Kernels before the 64-bit attributes want a table of times; later ones ask only that it is there.
    message.put(Int(TCA_TBF_RTAB), bytes: [UInt8](repeating: 0, count: 1024))
    nla_nest_end(message.pointer, start)
  }

  /// From the payload of TCA_OPTIONS, where the burst is a time in ticks of 64 ns: above 15 MB/s it comes back rounded.
  ///
  /// `tc_tbf_qopt` holds the rate at byte 8, limit at 24, buffer at 28.
  init?(_ options: ArraySlice<UInt8>) {
    let attributes = Attributes(options)
    guard let parameters = attributes.bytes(Int(TCA_TBF_PARMS)), parameters.count >= 36 else { return nil }
    let rate = attributes.value(Int(TCA_TBF_RATE64)) ?? UInt64(parameters.load(UInt32.self, at: 8))
    let ticks = Int64(parameters.load(UInt32.self, at: 28))
    let burst = Double(ticks * SchedulerTicks.nanoseconds) * Double(rate) / 1e9
    self.init(
      rateBytesPerSecond: rate, burstBytes: UInt32(burst.rounded()), limitBytes: parameters.load(at: 24))
  }
}

extension RateClass {
  func encode(into message: borrowing Message) {
    message.put(Int(TCA_KIND), string: "htb")
    let start = nla_nest_start(message.pointer, Int32(TCA_OPTIONS))
    var parameters = tc_htb_opt()
    parameters.rate.rate = UInt32(clamping: rateBytesPerSecond)
    parameters.rate.linklayer = 1
    parameters.ceil.rate = UInt32(clamping: ceilingBytesPerSecond)
    parameters.ceil.linklayer = 1
    parameters.buffer = SchedulerTicks.count(bytes: burstBytes, rateBytesPerSecond: rateBytesPerSecond)
    parameters.cbuffer = SchedulerTicks.count(bytes: burstBytes, rateBytesPerSecond: ceilingBytesPerSecond)
    parameters.quantum = quantumBytes
    message.put(Int(TCA_HTB_PARMS), parameters)
    if rateBytesPerSecond > UInt64(UInt32.max) { message.put(Int(TCA_HTB_RATE64), rateBytesPerSecond) }
    if ceilingBytesPerSecond > UInt64(UInt32.max) { message.put(Int(TCA_HTB_CEIL64), ceilingBytesPerSecond) }
    let table = [UInt8](repeating: 0, count: 1024)
    message.put(Int(TCA_HTB_CTAB), bytes: table)
    message.put(Int(TCA_HTB_RTAB), bytes: table)
    nla_nest_end(message.pointer, start)
  }
}
