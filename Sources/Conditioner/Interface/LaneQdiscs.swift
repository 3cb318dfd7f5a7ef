internal import Netlink
internal import Profiles

/// Which qdisc imposes a direction's conditions on an existing interface, with what the kernel has.
struct LaneQdiscs: Sendable {
  let operation: String
  let profile: Profile
  let capabilities: Capabilities
  /// How the user calls the profile.
  private let word: String

  init(_ operation: String, _ profile: Profile, _ capabilities: Capabilities, word: String) {
    self.operation = operation
    self.profile = profile
    self.capabilities = capabilities
    self.word = word
  }

  /// The qdisc for a direction; nil if it is not impaired.
  ///
  /// Without netem a rate alone is a tbf, and 100 % loss the blackhole.
  ///
  /// - Throws: ``LabError`` of kind ``LabError/Kind/missingPiece``.
  func qdisc(_ lane: LinkConditions) throws(LabError) -> Qdisc? {
    let obstacles = KernelPlan.obstacles(lane)
    if obstacles.isEmpty, Netem(lane) == KernelPlan.open { return nil }
    if capabilities.has(.netem) {
      guard obstacles.isEmpty else {
        throw LabError(
          .missingPiece, operation, because: "netem has no \(obstacles.joined(separator: ", no ")).", advice: run)
      }
      return .netem(Netem(lane))
    }
    if lane.loss.average == .one {
      try require(.blackhole)
      return .blackhole
    }
    var bare = lane
    bare.rate = nil
    bare.queue = .standard
    guard let rate = lane.rate, bare == .none, lane.queue.kind == .dropTail else { throw missing(.netem) }
    try require(.tokenBucket)
    return .tokenBucket(TokenBucket(rate, lane.queue))
  }

  /// The steps that hold queries to port 53 for the DNS delay; none without one.
  func queries() throws(LabError) -> [InterfaceStep] {
    guard profile.dnsDelay > .zero else { return [] }
    guard profile.family == .any else {
      throw LabError(
        .missingPiece, operation, because: "a DNS delay and conditions for one family alone do not go together here.",
        advice: run)
    }
    try require(.netem)
    // An ifb gives its packets back behind the filters, so that the interface's own root is next.
    return [.detour(.queries, .netem(Netem(LinkConditions(delay: profile.dnsDelay))))]
      + zip(IPAddress.Family.allCases, InterfaceStep.priorities).map { family, priority in
        .redirect(.egress, .queries, .udpDestinationPort(53, family), priority: priority)
      }
  }

  /// Fails where the kernel lacks a piece.
  func require(_ piece: Capabilities.Piece) throws(LabError) {
    guard capabilities.has(piece) else { throw missing(piece) }
  }

  private func missing(_ piece: Capabilities.Piece) -> LabError {
    let answer = capabilities.answers.first { $0.piece == piece }?.refusal
    let words = answer.map { ": \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" } ?? ""
    return LabError(
      .missingPiece, operation,
      because: "kernel \(capabilities.kernelRelease) has no \(piece.rawValue) (module \(piece.module)\(words)).",
      advice: "\(MachineAdvice.forModule(piece.module, release: capabilities.kernelRelease)) \(run)")
  }

  private var run: String {
    "'linkcond run \(ShellWord.quoted(word)) -- COMMAND' works without it: its userspace engine needs no module."
  }
}

extension TokenBucket {
  /// A rate alone. The burst is a full frame, or what the rate sends between two ticks of a kernel with 250 of them a
  /// second; a smaller one does not reach the rate.
  init(_ rate: DataRate, _ queue: Queue) {
    let bytes = max(1, rate.bitsPerSecond / 8)
    let limit: UInt64 =
      switch queue.depth {
      case .packets(let count): UInt64(max(1, count)) * KernelPlan.fullFrame
      case .bytes(let count): UInt64(max(1, count))
      case .time(let time): UInt64(Double(bytes) * Double(time.wholeNanoseconds) / 1e9)
      }
    self.init(
      rateBytesPerSecond: bytes, burstBytes: UInt32(clamping: max(KernelPlan.fullFrame, bytes / 250)),
      limitBytes: UInt32(clamping: max(KernelPlan.fullFrame, limit)))
  }
}
