internal import Conditioner
internal import LinuxSystem
internal import Netlink
internal import PathEngine
internal import Record
internal import Synchronization

/// The reachability monitor of a run: what SCNetworkReachability would say of the origin's address.
final class FlagsWatch: Sendable {
  private struct State {
    var flags: ReachabilityFlags?
    var status: String?
    var latest: UInt64 = 0
    var observation: MonitoredNetwork.Observation?
  }

  private let network: MonitoredNetwork
  private let overrides: InterfaceOverrides
  private let target: IPAddress
  private let recorder: RunRecorder
  private let clock: StepClock
  private let board: StatusBoard
  private let log: KernelEventLog
  private let state = Mutex(State())

  init(
    _ lab: Lab, _ overrides: InterfaceOverrides, _ recorder: RunRecorder, _ clock: StepClock, _ board: StatusBoard,
    _ log: KernelEventLog
  ) throws {
    guard let target = IPAddress(lab.originAddresses[0]) else {
      throw SystemError("watch the flags of '\(lab.originAddresses[0])'", errno: .invalidArgument)
    }
    self.target = target
    self.overrides = overrides
    self.recorder = recorder
    self.clock = clock
    self.board = board
    self.log = log
    network = MonitoredNetwork(namespace: lab.client, overrides: overrides)
  }

  /// Begins: the first flags, and from then on every change.
  func start() throws {
    let observation = try network.observe { [weak self] in self?.take($0) }
    state.withLock { $0.observation = observation }
    take(try network.look())
  }

  /// Ends; nothing is recorded afterwards.
  func stop() {
    state.withLock { state in
      defer { state.observation = nil }
      return state.observation
    }?.end()
  }

  private func take(_ look: NetworkLook) {
    let flags: ReachabilityFlags
    do {
      let answer = try network.answer(to: target)
      flags = ReachabilityFlags(address: target, answer: answer, look.snapshot, overrides: overrides)
    } catch {
      // The flags stay as they are; the follower reads again.
      return
    }
    let decided = MonotonicClock.now()
    let status = Self.status(flags, NetworkPath(look.snapshot, overrides: overrides))
    let before: State? = state.withLock { state in
      guard look.number >= state.latest, state.flags != flags || state.status != status else { return nil }
      defer { (state.flags, state.status, state.latest) = (flags, status, look.number) }
      return state
    }
    guard let before else { return }
    var evidence = look.events.compactMap { log.number(of: $0) }
    evidence.append(
      recorder.append(
        .flagsChanged(FlagsChanged(old: before.flags.map(Self.record), new: Self.record(flags))), at: decided))
    guard before.status != status else { return }
    board.note(MonitorKind.reachability.rawValue, status)
    let numbers = evidence
    let first = look.events.map(\.time).min() ?? decided
    clock.withStep { [recorder] step in
      let delivered = MonotonicClock.now()
      recorder.append(
        .transition(
          Transition(
            monitor: MonitorKind.reachability.rawValue, from: before.status ?? "unknown", to: status,
            condition: step.step, firstEvidence: recorder.relative(first), decided: recorder.relative(decided),
            delivered: recorder.relative(decided), sinceCondition: decided - step.applied, evidence: numbers)),
        at: delivered)
    }
  }

  /// What libraries on top of the flags make of them: by what the target is reached, if it is.
  static func status(_ flags: ReachabilityFlags, _ path: NetworkPath) -> String {
    guard flags.contains(.reachable), !flags.contains(.connectionRequired) else { return "notReachable" }
    if flags.contains(.isWWAN) { return "reachableViaWWAN" }
    return path.interfaces.first?.type == .wiredEthernet ? "reachableViaEthernet" : "reachableViaWiFi"
  }

  private static func record(_ flags: ReachabilityFlags) -> FlagsChanged.Flags {
    FlagsChanged.Flags(letters: "\(flags)", number: flags.rawValue)
  }
}
