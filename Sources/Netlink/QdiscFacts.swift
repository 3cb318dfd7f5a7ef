internal import CNetlink

/// A qdisc as the kernel holds it. Equivalent to an entry of `tc -s -j qdisc`.
public struct QdiscFacts: Hashable, Sendable {
  /// What went through it since it was made.
  public struct Statistics: Hashable, Sendable {
    /// Bytes sent.
    public var bytes: UInt64 = 0
    /// Packets sent.
    public var packets: UInt64 = 0
    /// Packets dropped, whatever the reason.
    public var drops: UInt32 = 0
    /// How often a rate held packets back: of tbf and htb. netem counts nothing here.
    public var overlimits: UInt32 = 0
    /// Packets put back; netem counts here those that it sent ahead of others.
    public var requeues: UInt32 = 0
    /// Packets in it now.
    public var backlogPackets: UInt32 = 0
    /// Bytes of these packets.
    public var backlogBytes: UInt32 = 0
    /// What a netem did by cause; nil of other kinds, and where the kernel does not tell.
    public var netem: NetemCounters?

    /// Nothing went through.
    public init() {}
  }

  /// The interface.
  public var interfaceIndex: Int32
  /// The kernel's name of its kind.
  public var kind: String
  /// Its handle.
  public var handle: TrafficHandle
  /// What it hangs on.
  public var parent: TrafficHandle
  /// Its settings, for the kinds that linkcond uses.
  public var configuration: Qdisc?
  /// Its settings as the kernel dumps them (`TCA_OPTIONS`), for those of any kind.
  public var options: [UInt8]
  /// Settings that linkcond never makes, as tc calls them, such as `overhead 300`: someone else's.
  public var otherSettings: [String] = []
  /// What went through it.
  public var statistics: Statistics

  /// Facts as given, for tests.
  public init(
    interfaceIndex: Int32, kind: String, handle: TrafficHandle, parent: TrafficHandle, configuration: Qdisc? = nil,
    options: [UInt8] = [], statistics: Statistics = Statistics()
  ) {
    self.interfaceIndex = interfaceIndex
    self.kind = kind
    self.handle = handle
    self.parent = parent
    self.configuration = configuration
    self.options = options
    self.statistics = statistics
  }

  /// From the payload of RTM_NEWQDISC: `tcmsg` and attributes.
  init?(_ payload: ArraySlice<UInt8>) {
    guard payload.count >= 20 else { return nil }
    let attributes = Attributes(payload.dropFirst(20))
    guard let kind = attributes.string(Int(TCA_KIND)) else { return nil }
    self.kind = kind
    interfaceIndex = payload.load(at: 4)
    handle = TrafficHandle(rawValue: payload.load(at: 8))
    parent = TrafficHandle(rawValue: payload.load(at: 12))
    let options = attributes.bytes(Int(TCA_OPTIONS))
    self.options = options.map(Array.init) ?? []
    switch kind {
    case "netem": configuration = options.flatMap(Netem.init).map(Qdisc.netem)
    case "tbf": configuration = options.flatMap(TokenBucket.init).map(Qdisc.tokenBucket)
    case "htb":
      configuration = options.flatMap { Attributes($0).bytes(Int(TCA_HTB_INIT)) }.map {
        .htb(defaultClass: $0.load(at: 8))
      }
    case "blackhole": configuration = .blackhole
    case "ingress": configuration = .ingress
    case "clsact": configuration = .clsact
    default: configuration = nil
    }
    otherSettings = options.map { Self.otherSettings(kind, $0) } ?? []
    statistics = Statistics()
    if let nested = attributes.nested(Int(TCA_STATS2)) {
      if let basic = nested.bytes(Int(TCA_STATS_BASIC)) {
        statistics.bytes = basic.load(at: 0)
        // The 64-bit count is there only once the 32-bit one has wrapped.
        statistics.packets = nested.value(Int(TCA_STATS_PKT64)) ?? UInt64(basic.load(UInt32.self, at: 8))
      }
      if let queue = nested.bytes(Int(TCA_STATS_QUEUE)) {
        statistics.backlogPackets = queue.load(at: 0)
        statistics.backlogBytes = queue.load(at: 4)
        statistics.drops = queue.load(at: 8)
        statistics.requeues = queue.load(at: 12)
        statistics.overlimits = queue.load(at: 16)
      }
      if kind == "netem", let own = nested.bytes(Int(TCA_STATS_APP)) {
        statistics.netem = NetemCounters(own, drops: statistics.drops)
      }
    }
  }
}

extension QdiscFacts {
  /// - Parameter options: The payload of TCA_OPTIONS.
  fileprivate static func otherSettings(_ kind: String, _ options: ArraySlice<UInt8>) -> [String] {
    var found: [String] = []
    func note<Value: FixedWidthInteger>(_ name: String, _ value: Value) {
      if value != 0 { found.append("\(name) \(value)") }
    }
    switch kind {
    case "tbf":
      let attributes = Attributes(options)
      // tc_ratespec has its overhead at byte 2, its mpu at 6 and its rate at 8; that of the peak rate follows at 12.
      guard let parameters = attributes.bytes(Int(TCA_TBF_PARMS)), parameters.count >= 36 else { break }
      note("overhead", parameters.load(UInt16.self, at: 2))
      note("mpu", parameters.load(UInt16.self, at: 6))
      note("peakrate", attributes.value(Int(TCA_TBF_PRATE64)) ?? UInt64(parameters.load(UInt32.self, at: 20)))
    case "netem":
      // They stand behind netem's structure.
      let attributes = Attributes(options.dropFirst(24))
      // tc_netem_rate: the rate, the packet's overhead, the cell's size and its overhead.
      if let rate = attributes.bytes(Int(TCA_NETEM_RATE)), rate.count >= 16 {
        note("packet overhead", rate.load(Int32.self, at: 4))
        note("cell size", rate.load(UInt32.self, at: 8))
        note("cell overhead", rate.load(Int32.self, at: 12))
      }
      if attributes.bytes(Int(TCA_NETEM_SLOT)) != nil { found.append("slot") }
    default: break
    }
    return found
  }
}
