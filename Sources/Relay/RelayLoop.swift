public import LinuxSystem

/// Moves frames between the two ends of a lab's link and imposes conditions on them, in a thread of its own.
///
/// The thread takes no lock while frames pass: a change of conditions and a look at the counters are left in a mailbox,
/// whose flag it sees between two batches.
public final class RelayLoop: Sendable {
  private let mailbox = RelayMailbox()
  private let bell: Bell
  private let thread: OwnThread

  /// Starts the relay.
  ///
  /// - Parameters:
  ///   - clientSide: The socket on the end that faces the client; read and written by the relay's thread from now on.
  ///   - networkSide: The socket on the end that faces the network.
  ///   - seed: Decides, with a frame's flow and its index there, which frames are lost.
  /// - Throws: `SystemError`.
  public convenience init(
    clientSide: SuperFrameSocket, networkSide: SuperFrameSocket, seed: UInt64, conditions: RelayConditions
  ) throws {
    try self.init(clientSide: clientSide, networkSide: networkSide, seed: seed, conditions: conditions, upTo: .most)
  }

  /// - Parameter most: How much memory each direction may ever take for its frames.
  init(
    clientSide: SuperFrameSocket, networkSide: SuperFrameSocket, seed: UInt64, conditions: RelayConditions,
    upTo most: FrameBounds
  ) throws {
    let bell = try Bell()
    let mailbox = mailbox
    self.bell = bell
    thread = try OwnThread(name: "lc-relay") {
      var work = RelayWork(
        clientSide: clientSide, networkSide: networkSide, bell: bell, seed: seed, conditions: conditions,
        upTo: most)
      work.run(mailbox)
    }
  }

  /// Imposes conditions on frames that arrive from now on; frames in the link keep their due time.
  ///
  /// - Returns: the time of CLOCK_MONOTONIC, in nanoseconds, from which they hold.
  public func apply(_ conditions: RelayConditions) -> Int64 {
    ask(.apply(conditions)).applied
  }

  /// What crossed the link so far.
  public func counters() -> (downlink: LaneCounters, uplink: LaneCounters) {
    let answer = ask(.report)
    return (answer.downlink, answer.uplink)
  }

  /// What the relay's thread has used of a processor so far, in nanoseconds.
  public func processorNanoseconds() -> Int64 { ask(.report).processorNanoseconds }

  /// Ends the thread and lets go of the frames in the link. Further calls do nothing.
  public func stop() {
    _ = ask(.stop)
    thread.join()
  }

  private func ask(_ request: RelayMailbox.Request) -> RelayMailbox.Answer {
    mailbox.ask(request) { bell.ring() }
  }

  deinit { stop() }
}
