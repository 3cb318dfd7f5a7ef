package import LinuxSystem
internal import Netlink

/// Sends numbered frames over one direction of a lab's link and sees which arrive, and when, by the kernel's stamps.
package struct LinkMeter: Sendable {
  /// A frame that arrived.
  package struct Arrival: Hashable, Sendable {
    /// Which one, counted from 0 as they were sent.
    package let number: Int
    /// When, in nanoseconds of CLOCK_MONOTONIC.
    package let time: Int64
    /// Whether none of its bits was flipped.
    package let isWhole: Bool
  }

  /// What was sent and what came.
  package struct Result: Sendable {
    /// When each frame was sent, in nanoseconds of CLOCK_MONOTONIC.
    package let sent: [Int64]
    /// What came, in the order of arrival.
    package let arrivals: [Arrival]
    /// Frames that the meter itself could not read in time, which say nothing of the link.
    package let missed: Int

    /// The one-way delay of each arrival, in nanoseconds.
    package var delays: [Int64] { arrivals.map { $0.time - sent[$0.number] } }
    /// Which frames did not come at all, in order.
    package var lost: [Int] {
      let came = Set(arrivals.map(\.number))
      return sent.indices.filter { !came.contains($0) }
    }
  }

  private let sender: NetworkNamespace
  private let receiver: NetworkNamespace
  private let senderIndex: Int32
  private let receiverIndex: Int32

  /// A meter between two namespaces that a link joins.
  ///
  /// - Throws: `LabError`, `NetlinkError` or `SystemError`.
  package init(
    from sender: NetworkNamespace, _ senderInterface: String, to receiver: NetworkNamespace,
    _ receiverInterface: String
  ) async throws {
    self.sender = sender
    self.receiver = receiver
    senderIndex = try await sender.perform { try Self.index(of: senderInterface) }
    receiverIndex = try await receiver.perform { try Self.index(of: receiverInterface) }
  }

  /// A meter on the best link of a lab.
  ///
  /// - Throws: `LabError`, `NetlinkError` or `SystemError`.
  package init(_ lab: Lab, isDownlink: Bool) async throws {
    let (from, to) = isDownlink ? (lab.network, lab.client) : (lab.client, lab.network)
    try await self.init(from: from, lab.interface, to: to, lab.interface)
  }

  /// Sends frames and waits for them.
  ///
  /// - Parameters:
  ///   - length: Of each frame in bytes, without FCS; at least 60.
  ///   - interval: From one to the next in nanoseconds; a sender that is woken late sends what it missed at once.
  ///   - patience: How long it must have been quiet after the last was sent, in nanoseconds: longer than the link holds a
  ///     frame.
  ///   - isStamped: Whether the kernel says of each frame when it was sent, so that no call is part of its delay; for at most
  ///     some thousands a second.
  ///   - flow: Tells the frames of measurements apart that run at the same time.
  /// - Throws: `SystemError`.
  package func run(
    count: Int, length: Int = MeterFrame.shortest, interval: Int64, patience: Int64, isStamped: Bool = false,
    flow: UInt8 = 1
  ) async throws -> Result {
    let frame = MeterFrame(length: length, flow: flow)
    let taker = try await receiver.perform { [receiverIndex] in
      MeterTaker(try PacketSocket(interfaceIndex: receiverIndex), frame, most: count * 2)
    }
    async let receiving: Void = receiver.perform { taker.run() }
    let sent: [Int64]
    do {
      sent = try await sender.perform { [senderIndex] in
        try MeterGiver(
          socket: PacketSocket(interfaceIndex: senderIndex), frame: frame, isStamped: isStamped
        )
        .run(count: count, interval: interval)
      }
    } catch {
      taker.finish(after: 0)
      try await receiving
      throw error
    }
    taker.finish(after: patience)
    try await receiving
    return Result(sent: sent, arrivals: taker.arrivals, missed: taker.missed)
  }

  private static func index(of name: String) throws -> Int32 {
    guard let link = try RouteSocket().link(named: name) else {
      throw LabError(.failed, "find interface '\(name)' to measure on", because: "the kernel does not list it.")
    }
    return link.index
  }
}
