/// What goes with a frame about work that its sender left to the hardware. The corresponding C type is `virtio_net_hdr`, in
/// the machine's byte order, as packet sockets with `PACKET_VNET_HDR` have it.
public struct OffloadHeader: BitwiseCopyable, Hashable, Sendable {
  /// What the frame is to be cut into.
  public enum Segmentation: UInt8, Sendable {
    /// Nothing: it is one frame. `VIRTIO_NET_HDR_GSO_NONE`.
    case none = 0
    /// TCP segments over IPv4. `VIRTIO_NET_HDR_GSO_TCPV4`.
    case tcpOverIPv4 = 1
    /// TCP segments over IPv6. `VIRTIO_NET_HDR_GSO_TCPV6`.
    case tcpOverIPv6 = 4
  }

  private static let needsChecksumFlag: UInt8 = 1
  private static let withECN: UInt8 = 0x80

  private var flags: UInt8
  private var type: UInt8
  private var headerLength: UInt16
  /// How many bytes of payload each segment has but the last, which may have fewer.
  public private(set) var segmentBytes: UInt16
  /// Where the bytes begin that the checksum is to be of, from the start of the frame: all from there to its end.
  public private(set) var checksumStart: UInt16
  /// Where the checksum goes, from ``checksumStart``; the pseudo-header's sum is there.
  public private(set) var checksumOffset: UInt16

  /// Says that nothing is left to be done.
  public init() {
    flags = 0
    type = 0
    headerLength = 0
    segmentBytes = 0
    checksumStart = 0
    checksumOffset = 0
  }

  /// Says that a frame's checksum is left to be computed.
  public init(checksumStart: Int, offset: Int) {
    self.init()
    flags = Self.needsChecksumFlag
    self.checksumStart = UInt16(checksumStart)
    checksumOffset = UInt16(offset)
  }

  /// Says that a frame is to be cut into segments of TCP.
  ///
  /// - Parameters:
  ///   - headerBytes: Its headers, from Ethernet's to TCP's.
  ///   - transport: Where TCP's header begins.
  ///   - hasECN: Whether TCP's CWR flag is set, which only the first segment is to have.
  public init(
    _ segmentation: Segmentation, segmentBytes: Int, headerBytes: Int, transport: Int, hasECN: Bool = false
  ) {
    self.init(checksumStart: transport, offset: 16)
    type = segmentation.rawValue | (hasECN ? Self.withECN : 0)
    headerLength = UInt16(headerBytes)
    self.segmentBytes = UInt16(segmentBytes)
  }

  /// Whether the checksum is left to be computed.
  public var needsChecksum: Bool { flags & Self.needsChecksumFlag != 0 }

  /// What the frame is to be cut into; nil for what is not known here, such as datagrams of UDP.
  public var segmentation: Segmentation? { Segmentation(rawValue: type & ~Self.withECN) }
}
