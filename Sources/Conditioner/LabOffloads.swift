/// Which offloads the ends of a lab's link have on.
///
/// netem takes an skb for one packet, whatever it holds, so with the kernel engine senders do all of the work themselves.
/// The relay does it for them: it cuts super-frames and computes checksums before anything happens to a frame. To the other
/// end it hands what is left of a super-frame as one again.
struct LabOffloads: Hashable {
  /// Of the client's end and the network's.
  let end: [String: Bool]
  /// Of the two in between, which packets leave for them.
  let side: [String: Bool]

  private static let segmentation = ["tx-tcp-segmentation", "tx-tcp6-segmentation"]
  /// The kernel cuts what is left of these itself. What packet sockets say of a frame has no words for most of them, and in a
  /// tunnel says too little.
  private static let neverOn = [
    "tx-tcp-ecn-segmentation", "tx-tcp-mangleid-segmentation", "tx-tcp-accecn-segmentation", "tx-udp-segmentation",
    "tx-sctp-segmentation", "tx-gso-list", "tx-gre-segmentation", "tx-gre-csum-segmentation",
    "tx-ipxip4-segmentation", "tx-ipxip6-segmentation", "tx-udp_tnl-segmentation", "tx-udp_tnl-csum-segmentation",
  ]
  /// Without this a veth whose peer has TSO on leaves out both the thread that receives for it and GRO, which single frames
  /// need (`veth_skb_is_eligible_for_gro`).
  static let receivesAll = "rx-udp-gro-forwarding"

  /// - Parameter changeable: The features of the ends that can be turned on and off. Without ``receivesAll``, before Linux
  ///   5.12, they are as with the kernel engine.
  init(_ engine: EngineKind, changeable: Set<String>) {
    let isLeftToRelay = engine == .userspace && changeable.contains(Self.receivesAll)
    var end = [
      "tx-checksum-ip-generic": isLeftToRelay, "tx-checksum-sctp": false, "tx-generic-segmentation": false,
      "rx-gro": true,
    ]
    var side = ["rx-gro": false]
    if isLeftToRelay { end[Self.receivesAll] = true }
    for name in Self.segmentation {
      end[name] = isLeftToRelay
      side[name] = isLeftToRelay
    }
    for name in Self.neverOn {
      end[name] = false
      side[name] = false
    }
    self.end = end
    self.side = side
  }
}
