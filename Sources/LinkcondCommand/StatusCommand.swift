internal import Conditioner
internal import FoundationEssentials
internal import Profiles

/// `linkcond status`: what linkcond did to interfaces, and what the kernel has now.
struct StatusCommand: Sendable {
  let arguments: StatusArguments

  init(_ arguments: StatusArguments) { self.arguments = arguments }

  func run() throws -> CommandOutput {
    let folder = StateFolder.forReading()
    try folder.checkReadable()
    let (statuses, damaged) = try InterfaceConditioner.status(folder)
    var output = CommandOutput(facts: "")
    if arguments.isJSON {
      output.facts = try CommandOutput.json(
        Facts(interfaces: statuses.map(InterfaceFacts.init), damaged: damaged.map(\.path)))
    } else {
      output.facts = statuses.map(Self.text).joined(separator: "\n")
      if statuses.isEmpty, damaged.isEmpty { output.facts = "Nothing is conditioned.\n" }
    }
    output.complaints = damaged.map(ErrorText.of).joined()
    if let first = damaged.first { output.status = CommandStatus(first) }
    return output
  }

  private static func text(_ status: InterfaceStatus) -> String {
    let state = status.state
    let place = state.namespaceArgument.map { " in namespace \($0)" } ?? ""
    var lines = ["\(state.device)\(place): \(state.profile), \(state.direction.rawValue)"]
    switch status.progress {
    case .done:
      let end = end(remaining: state.remaining) { Watchdog.isRunning(for: state) }
      lines.append("  Since \(since(state)), \(end)")
    case .underWay: lines.append("  Is being applied since \(since(state))")
    case .killed:
      lines.append(
        "  'apply' was killed before it was done (\(since(state))): '\(state.clearLine)' puts it right")
    }
    if let unreadable = status.unreadable { lines.append("  Cannot be read: \(unreadable)") }
    for lane in status.lanes where status.progress == .done || lane.settings != nil {
      lines.append("  \(lane.purpose) on \(lane.interface): \(lane.settings ?? "gone")")
      guard lane.settings != nil else { continue }
      lines.append(
        "    \(lane.offeredPackets) packets offered, \(lane.deliveredPackets) delivered (\(lane.deliveredBytes) bytes), "
          + "\(lane.droppedPackets) dropped\(lane.lostPackets.map { " (\($0) lost)" } ?? ""), "
          + "\(lane.reorderedPackets) reordered, \(lane.waitingPackets) waiting (\(lane.waitingBytes) bytes)"
          + (lane.duplicatedPackets.map { ", \($0) duplicated" } ?? "")
          + (lane.corruptedPackets.map { ", \($0) corrupted" } ?? "")
          + (lane.heldBack.map { ", held back \($0) times" } ?? ""))
    }
    if status.unreadable == nil {
      let qdiscs = status.qdiscs.map { "\($0.kind) \($0.handle)" + ($0.isOwn ? " (linkcond's)" : "") }
      lines.append("  Qdiscs: \(qdiscs.isEmpty ? "none" : qdiscs.joined(separator: ", "))")
    }
    for difference in status.differences { lines.append("  Changed by someone else: \(difference)") }
    for change in status.changesSeen { lines.append("  Seen \(change)") }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Until when it holds, in words.
  ///
  /// - Parameters:
  ///   - remaining: In nanoseconds; nil until it is cleared.
  ///   - isWatched: Whether the watchdog lives that is to clear it.
  static func end(remaining: Int64?, isWatched: () -> Bool) -> String {
    switch remaining {
    case nil: "until it is cleared"
    case 0?:
      isWatched()
        ? "its time is over: its watchdog is about to clear it"
        : "its time is over and its watchdog is gone: 'linkcond clear' takes it away"
    case let left?: "for another \(Duration.nanoseconds(left).roundedText)"
    }
  }

  private static func since(_ state: InterfaceState) -> String {
    Date(timeIntervalSince1970: Double(state.since)).formatted(.iso8601)
  }

  private struct Facts: Encodable {
    let schema = 1
    let interfaces: [InterfaceFacts]
    /// The files that cannot be read.
    let damaged: [String]

    private enum CodingKeys: String, CodingKey { case schema, interfaces, damaged }
  }

  /// One interface, in JSON.
  private struct InterfaceFacts: Encodable {
    let device: String
    let namespace: String?
    let profile: String
    let direction: AppliedDirection
    let since: String
    /// In nanoseconds.
    let remaining: Int64?
    /// `done`, `underWay` or `killed`.
    let progress: String
    let asApplied: Bool
    let unreadable: String?
    let differences: [String]
    let changesSeen: [String]
    let lanes: [Lane]
    let qdiscs: [Qdisc]

    struct Lane: Encodable {
      let purpose, interface: String
      let settings: String?
      /// All nil where it is gone.
      let offeredPackets, deliveredPackets, deliveredBytes, droppedPackets: UInt64?
      let lostPackets, duplicatedPackets, corruptedPackets: UInt64?
      let reorderedPackets, waitingPackets, waitingBytes, heldBack: UInt64?

      init(_ lane: InterfaceStatus.Lane) {
        let isThere = lane.settings != nil
        func counted(_ count: UInt64?) -> UInt64? { isThere ? count : nil }
        purpose = lane.purpose
        interface = lane.interface
        settings = lane.settings
        offeredPackets = counted(lane.offeredPackets)
        deliveredPackets = counted(lane.deliveredPackets)
        deliveredBytes = counted(lane.deliveredBytes)
        droppedPackets = counted(lane.droppedPackets)
        lostPackets = counted(lane.lostPackets)
        duplicatedPackets = counted(lane.duplicatedPackets)
        corruptedPackets = counted(lane.corruptedPackets)
        reorderedPackets = counted(lane.reorderedPackets)
        waitingPackets = counted(lane.waitingPackets)
        waitingBytes = counted(lane.waitingBytes)
        heldBack = counted(lane.heldBack)
      }
    }

    struct Qdisc: Encodable {
      let kind, handle: String
      let own: Bool
    }

    init(_ status: InterfaceStatus) {
      let state = status.state
      device = state.device
      namespace = state.namespaceArgument
      profile = state.profile
      direction = state.direction
      since = StatusCommand.since(state)
      remaining = state.remaining
      progress = status.progress.rawValue
      asApplied = status.isAsApplied
      unreadable = status.unreadable
      differences = status.differences
      changesSeen = status.changesSeen
      lanes = status.lanes.map(Lane.init)
      qdiscs = status.qdiscs.map { Qdisc(kind: $0.kind, handle: $0.handle, own: $0.isOwn) }
    }
  }
}
