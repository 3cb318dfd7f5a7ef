internal import LinuxSystem
internal import Netlink
internal import Profiles

/// The other end of a veth pair. What it sends is what comes in: joined packets, unless its own offloads are off.
struct OtherEnd: Hashable, Sendable {
  /// Its name; nil where it is in a namespace that is not looked into.
  var name: String?
  /// Whether it sends joined packets; nil where that can't be seen from here.
  var joinsPackets: Bool?
  private var index: Int32?
  private var otherIndex: Int32?

  init(name: String? = nil, joinsPackets: Bool? = nil) {
    self.name = name
    self.joinsPackets = joinsPackets
  }

  /// Looks at it; nil for what is no end of a pair.
  ///
  /// - Parameter outside: ``ends(_:)`` of the tool's own namespace, where the other end of a container's interface mostly is.
  init?(of link: LinkFacts, _ route: RouteSocket, outside: [OtherEnd] = []) throws {
    guard link.kind == "veth" else { return nil }
    if link.peerNamespaceID == nil {
      guard let other = try route.links().first(where: { $0.index == link.peerIndex }) else { return }
      self = OtherEnd(other)
    } else if let other = outside.first(where: { $0.index == link.peerIndex && $0.otherIndex == link.index }) {
      self = other
    }
  }

  /// All ends of pairs that lead from the calling thread's namespace to others.
  static func ends(_ route: RouteSocket) throws -> [OtherEnd] {
    try route.links().filter { $0.kind == "veth" && $0.peerNamespaceID != nil }.map { OtherEnd($0) }
  }

  private init(_ link: LinkFacts) {
    name = link.name
    index = link.index
    otherIndex = link.peerIndex
    do {
      joinsPackets = try InterfaceFeatures.get(link.name).contains { $0.value && Self.joins($0.key) }
    } catch {
      // It went meanwhile.
    }
  }

  /// Whether packets are joined by a feature, by the kernel's name of it, that the line of ``warning(_:)`` turns off. Those
  /// for tunnels and SCTP do nothing to what is not.
  private static func joins(_ feature: String) -> Bool {
    feature.hasPrefix("tx-tcp") && feature.hasSuffix("-segmentation")
      || ["tx-generic-segmentation", "tx-udp-segmentation"].contains(feature)
  }

  /// What the user should know where each packet that comes in is to have a fate of its own.
  func warning(_ device: String) -> String? {
    guard joinsPackets != false else { return nil }
    let (place, word) = name.map { ("'\($0)'", ShellWord.quoted($0)) } ?? ("in another namespace", "NAME")
    return
      "\(device) is one end of a veth pair, and the other end (\(place)) \(joinsPackets == nil ? "may join" : "joins") "
      + "packets of TCP before it sends them: what is joined has one fate and one place in the queue. "
      + "'ethtool -K \(word) tso off gso off tx-udp-segmentation off' there keeps them single."
  }
}
