import Foundation
import LinuxSystem
import Netlink
import PathEngine
import TestSupport
import Testing

/// The DNS servers of a path are those of a file, however that becomes another.
@Suite(
  "The DNS servers of a path",
  .makesNamespaces)
struct LiveNameServerTests {
  /// As a machine with systemd-resolved has it: `etc/resolv.conf` leads to `run/resolve/stub.conf`.
  private final class Files: Sendable {
    let root: String

    init() throws {
      root = FileManager.default.temporaryDirectory.appendingPathComponent("linkcond-dns-\(UUID().uuidString)").path
      for folder in ["etc", "run"] {
        try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
      }
    }

    var configuration: String { "\(root)/etc/resolv.conf" }

    func makeFolder(_ name: String) throws {
      try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: false)
    }

    /// Replaces the link by one that leads elsewhere, as `ln -sf` does not: there is always one.
    func link(to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: "\(root)/etc/new", withDestinationPath: target)
      guard rename("\(root)/etc/new", configuration) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func replace(_ name: String, _ servers: String...) throws {
      try SystemFile.replace("\(root)/\(name)", with: servers.map { "nameserver \($0)\n" }.joined())
    }

    func writeInPlace(_ name: String, _ server: String) throws {
      try "nameserver \(server)\n".write(toFile: "\(root)/\(name)", atomically: false, encoding: .utf8)
    }

    func remove(_ name: String = "") throws { try FileManager.default.removeItem(atPath: "\(root)/\(name)") }
  }

  @Test("are followed through files that are replaced, links that lead elsewhere, and folders that come and go")
  func followed() async {
    await #expect(processExitsWith: .success) {
      let network = try await LiveNetwork()
      let files = try Files()
      defer { do { try files.remove() } catch { Issue.record(error) } }
      try files.link(to: "../run/resolve/stub.conf")
      let overrides = InterfaceOverrides(types: ["wlan0": .wifi])
      let source = try LivePathSource(
        namespace: network.client, overrides: overrides, nameServerFile: files.configuration)
      let inbox = Inbox()
      let monitor = try inbox.monitor(source, overrides)
      try monitor.start()
      let first = try await inbox.update(0).new
      #expect(first.status == .satisfied && !first.supportsDNS && first.nameServers.isEmpty)

      func expect(_ servers: String..., after what: String) async throws {
        let update = try await inbox.update(after: inbox.updates.count - 1, what) {
          $0.nameServers.map(\.description) == servers
        }
        #expect(update.new.supportsDNS == !servers.isEmpty && update.new.status == .satisfied, "\(what)")
      }
      try files.makeFolder("run/resolve")
      try files.replace("run/resolve/stub.conf", "192.0.2.53")
      try await expect("192.0.2.53", after: "the folder and the file came")
      try files.replace("run/resolve/stub.conf", "192.0.2.53", "2001:db8::53")
      try await expect("192.0.2.53", "2001:db8::53", after: "the target was replaced")
      try files.writeInPlace("run/resolve/stub.conf", "192.0.2.54")
      try await expect("192.0.2.54", after: "the target was written in place")
      try files.replace("run/other.conf", "192.0.2.55")
      try files.link(to: "\(files.root)/run/other.conf")
      try await expect("192.0.2.55", after: "the link leads elsewhere")
      try files.replace("run/other.conf", "192.0.2.56")
      try await expect("192.0.2.56", after: "the new target was replaced")
      try files.remove("run/other.conf")
      try await expect(after: "the target is gone")
      try files.replace("etc/resolv.conf", "192.0.2.57")
      try await expect("192.0.2.57", after: "the link became a file")
      // What is beside it makes no look and no update.
      let count = inbox.updates.count
      try files.replace("etc/hosts", "192.0.2.58")
      try files.replace("run/resolve/stub.conf", "192.0.2.59")
      try files.remove("etc/resolv.conf")
      try await expect(after: "the file is gone")
      #expect(inbox.updates.count == count + 1)
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }
}
