internal import LinuxSystem
internal import Netlink

extension InterfaceConditioner {
  /// Goes from one application to the next, with what is in both changed in place.
  ///
  /// - Returns: what is written down in the end, and what the user should know, as sentences.
  func go(
    _ transition: InterfaceTransition, _ worker: InterfaceWorker, from old: InterfaceState, to state: InterfaceState,
    _ arm: (InterfaceState) throws -> @Sendable () -> Void
  ) throws -> (state: InterfaceState, notes: [String]) {
    // Whoever clears after this process was killed on the way takes away what is of either.
    var either = state
    either.steps += transition.removed
    try folder.write(either)
    var disarm: @Sendable () -> Void = {}
    var made: [InterfaceTransition.Move] = []
    do {
      disarm = try arm(state)
      var drains: [InterfaceWorker.Drain] = []
      var kept: [InterfaceStep] = []
      for move in transition.moves {
        if case .remove = move, !drains.isEmpty {
          kept += try worker.settle(drains)
          drains = []
        }
        if !move.isAllOrNothing { made.append(move) }
        if let drain = try worker.make(move, former: state.formerRoot) { drains.append(drain) }
        if move.isAllOrNothing { made.append(move) }
      }
      kept += try worker.settle(drains)
      var done = state.complete
      done.steps = done.steps.map { step in kept.first { $0.hasPlace(of: step) } ?? step }
      try folder.write(done)
      return (done, kept.map { Self.note($0, isWanted: !transition.removed.contains($0)) })
    } catch {
      disarm()
      // A refused change has already been half applied by the kernel: the old attributes are sent again and read back.
      try Self.undoing(error) {
        let back = InterfaceTransition.inverse(of: made)
        _ = try worker.settle(back.compactMap { try worker.make($0, former: state.formerRoot, isBack: true) })
      }
      try folder.write(old)
      throw error
    }
  }

  private static func note(_ step: InterfaceStep, isWanted: Bool) -> String {
    guard isWanted, case .netem(let netem) = step.queue else {
      return "Packets still waited under the earlier conditions after 5 s, and were dropped with them."
    }
    return
      "Packets still waited under the earlier conditions after 5 s: the limit stays at \(netem.limitPackets) packets, "
      + "until it is applied again."
  }
}
