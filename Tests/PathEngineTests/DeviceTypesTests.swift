import Foundation
import LinuxSystem
import Netlink
import Testing

@testable import PathEngine

@Suite("What drivers say of interfaces")
struct DeviceTypesTests {
  /// A folder like `/sys/class/net` with one interface, `x0` with number 3 and an address.
  private final class Devices {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("linkcond-net-\(UUID().uuidString)").path

    init(deviceType: String?, index: Int = 3, name: String = "x0", address: String = "02:00:5e:00:53:af") throws {
      try FileManager.default.createDirectory(atPath: "\(folder)/x0", withIntermediateDirectories: true)
      let lines = (deviceType.map { ["DEVTYPE=\($0)"] } ?? []) + ["INTERFACE=\(name)", "IFINDEX=\(index)"]
      try SystemFile.replace("\(folder)/x0/uevent", with: lines.joined(separator: "\n") + "\n")
      try SystemFile.replace("\(folder)/x0/address", with: "\(address)\n")
    }

    func add(_ folder: String) throws {
      try FileManager.default.createDirectory(atPath: "\(self.folder)/x0/\(folder)", withIntermediateDirectories: false)
    }

    deinit {
      do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
    }
  }

  private static let link = LinkFacts(index: 3, name: "x0", address: HardwareAddress("02:00:5e:00:53:af"))

  @Test(
    "are Wi-Fi, modems, Bluetooth and cables",
    arguments: [
      ("wlan", .wifi), ("wwan", .cellular), ("bluetooth", .other), ("gadget", .wiredEthernet), ("dsa", .wiredEthernet),
      ("something", nil), (nil, nil),
    ] as [(String?, InterfaceType?)])
  func types(deviceType: String?, expected: InterfaceType?) throws {
    let devices = try Devices(deviceType: deviceType)
    #expect(DeviceTypes(folder: devices.folder).types(of: [Self.link]) == expected.map { [3: $0] } ?? [:])
  }

  @Test("a radio is one whatever type the driver gives", arguments: ["phy80211", "wireless"])
  func radio(folder: String) throws {
    let devices = try Devices(deviceType: nil)
    try devices.add(folder)
    #expect(DeviceTypes(folder: devices.folder).types(of: [Self.link]) == [3: .wifi])
  }

  @Test("another namespace's device of that name does not count, nor one that is no hardware")
  func others() throws {
    for devices in [
      try Devices(deviceType: "wlan", index: 4), try Devices(deviceType: "wlan", name: "x1"),
      try Devices(deviceType: "wlan", address: "02:00:5e:00:53:00"),
    ] {
      #expect(DeviceTypes(folder: devices.folder).types(of: [Self.link]).isEmpty)
    }
    let devices = try Devices(deviceType: "wlan")
    let none = [
      LinkFacts(index: 3, name: "x0", kind: "veth", address: Self.link.address),
      LinkFacts(index: 3, name: "x0", flags: .loopback, address: Self.link.address), LinkFacts(index: 5, name: ".."),
    ]
    for link in none { #expect(DeviceTypes(folder: devices.folder).types(of: [link]).isEmpty) }
    #expect(DeviceTypes(folder: "/nowhere").types(of: [Self.link]).isEmpty)
  }

  @Test("what was read is remembered as long as the link is there")
  func remembered() throws {
    let devices = try Devices(deviceType: "wlan")
    let types = DeviceTypes(folder: devices.folder)
    #expect(types.types(of: [Self.link]) == [3: .wifi])
    try SystemFile.replace("\(devices.folder)/x0/uevent", with: "DEVTYPE=wwan\nINTERFACE=x0\nIFINDEX=3\n")
    #expect(types.types(of: [Self.link]) == [3: .wifi])
    #expect(types.types(of: []).isEmpty)
    var other = Self.link
    other.name = "x9"
    #expect(types.types(of: [other]).isEmpty)
    #expect(types.types(of: [Self.link]) == [3: .cellular])
  }
}
