internal import Netlink
internal import PathEngine

/// An address as text, with the interface after `%` where there is one.
struct ScopedText {
  let address: Netlink.IPAddress
  let interface: NWInterface?

  /// nil for what is no address, and for an interface that is not there.
  init?(_ text: String) {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let address = parts.first.flatMap({ Netlink.IPAddress($0) }) else { return nil }
    self.address = address
    guard parts.count == 2 else {
      interface = nil
      return
    }
    guard let interface = NWInterface(named: parts[1]) else { return nil }
    self.interface = interface
  }

  static func text(_ bytes: [UInt8], _ interface: NWInterface?) -> String {
    let address = Netlink.IPAddress(bytes: bytes)?.description ?? "\(bytes)"
    return address + (interface.map { "%\($0.name)" } ?? "")
  }
}

extension NWInterface {
  /// The interface of a name, as it is now; nil if there is none, or the network can't be read.
  init?(named name: String) {
    let network = MonitoredNetwork.current
    do {
      let snapshot = try network.look().snapshot
      guard let link = snapshot.links.first(where: { $0.name == name }) else { return nil }
      let type = PathEngine.InterfaceType(
        link, among: snapshot.links, overrides: network.overrides, deviceTypes: snapshot.deviceTypes)
      self.init(PathInterface(name: link.name, index: link.index, type: type))
    } catch {
      return nil
    }
  }
}
