internal import CLinux

/// A packet socket on one interface: whole Ethernet frames, incoming ones only, stamped by the kernel as they arrive.
///
/// It belongs to the namespace of the thread that makes it and is used by one thread at a time. The corresponding C
/// constants are `AF_PACKET`, `PACKET_IGNORE_OUTGOING` and `SO_TIMESTAMPNS`.
public final class PacketSocket: Sendable {
  private let file: FileDescriptor

  /// The most frames that one call receives or sends.
  public static let batch = 64

  /// Opens a socket on an interface of the calling thread's namespace.
  ///
  /// - Parameter bufferBytes: How much may wait unread; less where `net.core.rmem_max` and privileges say so. Of 64 MiB the
  ///   kernel makes twice as much in its own count, which holds a whole TCP window of 64 MiB: a reader that gets no
  ///   processor for a while is late, and loses nothing.
  /// - Throws: ``SystemError``; without CAP_NET_RAW ``Errno/notPermitted``.
  public init(interfaceIndex: Int32, bufferBytes: Int32 = 64 << 20) throws(SystemError) {
    do {
      let number = try check("open a packet socket on interface \(interfaceIndex)") {
        lc_packet_open(interfaceIndex, bufferBytes)
      }
      file = FileDescriptor(adopting: number)
    } catch  where error.errno == .notPermitted {
      throw SystemError(error.operation, errno: error.errno, advice: UserNamespace.advice)
    }
  }

  /// How many bytes of frames may wait unread, in the kernel's count, which has room for its own records in it.
  public var receiveBufferBytes: Int32 { lc_packet_receive_buffer(file.rawValue) }

  /// For `poll(2)`.
  public var descriptor: Int32 { file.rawValue }

  /// Receives up to ``batch`` frames without waiting.
  ///
  /// - Returns: how many; the stamps are in nanoseconds of CLOCK_REALTIME, 0 where there is none.
  /// - Throws: ``Errno``, also ``Errno/wouldBlock`` when there is nothing.
  public func receive(
    into slots: UnsafePointer<UnsafeMutablePointer<UInt8>?>, capacity: Int, lengths: UnsafeMutablePointer<Int32>,
    stamps: UnsafeMutablePointer<Int64>, count: Int
  ) throws(Errno) -> Int {
    let got = lc_packet_receive(file.rawValue, slots, UInt32(capacity), lengths, stamps, UInt32(count))
    guard got >= 0 else { throw Errno.current }
    return Int(got)
  }

  /// Sends up to ``batch`` frames without waiting.
  ///
  /// - Returns: how many went, from the front.
  /// - Throws: ``Errno`` if not even the first did.
  public func send(
    _ slots: UnsafePointer<UnsafeMutablePointer<UInt8>?>, lengths: UnsafePointer<Int32>, count: Int
  ) throws(Errno) -> Int {
    let sent = lc_packet_send(file.rawValue, slots, lengths, UInt32(count))
    guard sent >= 0 else { throw Errno.current }
    return Int(sent)
  }

  /// Has the kernel stamp each frame that is sent from now on as it is about to enter the interface's qdisc: what the call
  /// itself takes comes before that. They count from 0. In C: `SOF_TIMESTAMPING_TX_SCHED`.
  ///
  /// - Throws: ``SystemError``.
  public func stampDepartures() throws(SystemError) {
    _ = try check("have sent frames stamped") { lc_packet_stamp_departures(file.rawValue) }
  }

  /// When the frame of a number, of those sent since ``stampDepartures()``, first entered a qdisc, in nanoseconds of
  /// CLOCK_REALTIME; nil if the kernel did not say. Frames are asked about in their order, each once.
  public func departure(of number: Int) -> Int64? {
    let stamp = lc_packet_departure(file.rawValue, UInt32(truncatingIfNeeded: number))
    return stamp == 0 ? nil : stamp
  }

  /// How many frames found the receive buffer full since the last call.
  public func takeOverruns() -> Int { Int(lc_packet_drops(file.rawValue)) }
}
