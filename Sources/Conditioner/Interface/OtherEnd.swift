internal import LinuxSystem
internal import Netlink
internal import Profiles

/// The other end of a veth pair. What it sends is what comes in: joined packets, unless its own offloads are off.
struct OtherEnd: Hashable, Sendable {
  /// Its name; nil where it is in another namespace.
  var name: String?
  /// Whether it sends joined packets; nil where that can't be seen from here.
  var joinsPackets: Bool?

  init(name: String? = nil, joinsPackets: Bool? = nil) {
    self.name = name
    self.joinsPackets = joinsPackets
  }

  /// Looks at it; nil for what is no end of a pair.
  init?(of link: LinkFacts, _ route: RouteSocket) throws {
    guard link.kind == "veth" else { return nil }
    guard link.peerNamespaceID == nil, let other = try route.links().first(where: { $0.index == link.peerIndex }) else {
      return
    }
    name = other.name
    do {
      joinsPackets = try InterfaceFeatures.get(other.name).contains { $0.value && InterfaceFacts.joins($0.key) }
    } catch {
      // It went meanwhile.
    }
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
