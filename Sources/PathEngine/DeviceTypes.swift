internal import LinuxSystem
internal import Netlink
internal import Synchronization

/// What the drivers of hardware say it is, in `/sys/class/net`: that tells Wi-Fi, modems and Bluetooth whatever they are
/// called.
///
/// `/sys` shows the namespace that it was mounted in, which may be another. What it says counts only for a link of the same
/// name, number and address there.
final class DeviceTypes: Sendable {
  private struct Key: Hashable {
    let index: Int32
    let name: String
    let address: HardwareAddress?
  }

  private let folder: String
  /// What was read before, nil for nothing: a driver does not change its mind.
  private let known = Mutex<[Key: InterfaceType?]>([:])

  init(folder: String = "/sys/class/net") { self.folder = folder }

  /// The types of those links that are hardware of which something is said, by number.
  func types(of links: [LinkFacts]) -> [Int32: InterfaceType] {
    let hardware = links.filter { $0.kind == nil && !$0.flags.contains(.loopback) }
    guard !hardware.isEmpty else { return [:] }
    let before = known.withLock { $0 }
    var now: [Key: InterfaceType?] = [:]
    var types: [Int32: InterfaceType] = [:]
    for link in hardware {
      let key = Key(index: link.index, name: link.name, address: link.address)
      let type = before[key] ?? read(link)
      now[key] = .some(type)
      types[link.index] = type
    }
    known.withLock { $0 = now }
    return types
  }

  private func read(_ link: LinkFacts) -> InterfaceType? {
    // A name has no slash, but it may be a folder's.
    guard link.name != ".", link.name != "..", let event = text("\(folder)/\(link.name)/uevent") else { return nil }
    let lines = event.split(separator: "\n")
    guard lines.contains("IFINDEX=\(link.index)"), lines.contains("INTERFACE=\(link.name)") else { return nil }
    if let address = link.address, text("\(folder)/\(link.name)/address")?.split(separator: "\n").first != "\(address)"
    {
      return nil
    }
    switch lines.first(where: { $0.hasPrefix("DEVTYPE=") })?.dropFirst("DEVTYPE=".count) {
    case "wlan": return .wifi
    case "wwan": return .cellular
    case "bluetooth": return .other
    case "gadget", "dsa": return .wiredEthernet
    default:
      // Drivers that name no type still have a radio.
      let isWireless = ["phy80211", "wireless"].contains { SystemFile.exists("\(folder)/\(link.name)/\($0)") }
      return isWireless ? .wifi : nil
    }
  }

  private func text(_ path: String) -> String? {
    do { return try SystemFile.read(path) } catch { return nil }
  }
}
