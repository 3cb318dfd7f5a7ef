internal import CLinux

/// A packet socket that takes and gives frames of up to 64 KiB which are to be cut into segments, and frames without a
/// checksum, each with an ``OffloadHeader``: what a sender leaves to its hardware is left to whoever reads here.
///
/// It belongs to the namespace of the thread that makes it and is used by one thread at a time. The corresponding C constant
/// is `PACKET_VNET_HDR`.
public final class SuperFrameSocket: Sendable {
  private let socket: PacketSocket

  /// The longest frame, Ethernet header included: what IPv4's or IPv6's length can say, and what is in front of it.
  public static let longest = 65_535 + 40 + 18

  /// Opens a socket on an interface of the calling thread's namespace.
  ///
  /// - Parameter bufferBytes: As of ``PacketSocket/init(interfaceIndex:bufferBytes:)``.
  /// - Throws: ``SystemError``; without CAP_NET_RAW ``Errno/notPermitted``.
  public init(interfaceIndex: Int32, bufferBytes: Int32 = 64 << 20) throws(SystemError) {
    let socket = try PacketSocket(interfaceIndex: interfaceIndex, bufferBytes: bufferBytes)
    _ = try check("have super-frames from interface \(interfaceIndex)") {
      lc_packet_take_super_frames(socket.descriptor)
    }
    self.socket = socket
  }

  /// How many bytes of frames may wait unread, in the kernel's count, which has room for its own records in it.
  public var receiveBufferBytes: Int32 { socket.receiveBufferBytes }

  /// For `poll(2)`.
  public var descriptor: Int32 { socket.descriptor }

  /// How many frames found the receive buffer full since the last call.
  public func takeOverruns() -> Int { socket.takeOverruns() }

  /// Receives up to ``PacketSocket/batch`` frames without waiting.
  ///
  /// - Parameters:
  ///   - slots: What the first `capacity` bytes of each frame go to.
  ///   - rests: What goes to a slot's frame beyond that: `restCapacity` bytes for each slot, one after the other.
  /// - Returns: how many; lengths are those of the whole frames, stamps in nanoseconds of CLOCK_REALTIME, 0 where there is
  ///   none.
  /// - Throws: ``Errno``, also ``Errno/wouldBlock`` when there is nothing, and ``Errno/invalidArgument`` once for each frame
  ///   that the header has no words for, which is gone.
  public func receive(
    into slots: UnsafePointer<UnsafeMutablePointer<UInt8>?>, capacity: Int, rests: UnsafeMutablePointer<UInt8>,
    restCapacity: Int, headers: UnsafeMutablePointer<OffloadHeader>, lengths: UnsafeMutablePointer<Int32>,
    stamps: UnsafeMutablePointer<Int64>, count: Int
  ) throws(Errno) -> Int {
    let got = lc_packet_receive_super(
      descriptor, slots, UInt32(capacity), rests, UInt32(restCapacity), headers, lengths, stamps, UInt32(count))
    guard got >= 0 else { throw Errno.current }
    return Int(got)
  }

  /// Sends up to ``PacketSocket/batch`` messages without waiting, each of one frame or of several that are segments of one
  /// super-frame.
  ///
  /// - Parameters:
  ///   - frames: All of them, with their `lengths`.
  ///   - counts: Of how many each message is.
  ///   - heads: What each message starts with, `headBytes` of memory for each: an ``OffloadHeader``, and so many bytes as
  ///     `skips` says in place of the first of each of its frames.
  /// - Returns: how many messages went, from the front.
  /// - Throws: ``Errno`` if not even the first did.
  public func send(
    _ frames: UnsafePointer<UnsafeMutablePointer<UInt8>?>, lengths: UnsafePointer<Int32>,
    heads: UnsafeMutablePointer<UInt8>, headBytes: Int, skips: UnsafePointer<UInt16>, counts: UnsafePointer<UInt16>,
    messages: Int
  ) throws(Errno) -> Int {
    let sent = lc_packet_send_super(
      descriptor, frames, lengths, heads, UInt32(headBytes), skips, counts, UInt32(messages))
    guard sent >= 0 else { throw Errno.current }
    return Int(sent)
  }

  /// The most frames that the messages of one call may hold together.
  public static let mostFrames = Int(LC_PACKET_FRAMES)
}
