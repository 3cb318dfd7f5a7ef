import Glibc
import LinuxSystem
import PathEngine
import TestSupport
import Testing

/// A VPN as the kernel shows it: a tun device that a program holds open, and a default route by it.
@Suite(
  "A VPN that a path monitor follows",
  .makesNamespaces,
  .enabled("needs /dev/net/tun, which this machine or container lacks") { access("/dev/net/tun", R_OK | W_OK) == 0 })
struct LiveTunnelTests {
  /// A tun device of the namespace for as long as the descriptor is open; it has a carrier meanwhile.
  private static func tunnel(_ name: String, in namespace: NetworkNamespace) throws -> Int32 {
    try namespace.performBlocking {
      let descriptor = open("/dev/net/tun", O_RDWR | O_CLOEXEC)
      try #require(descriptor >= 0)
      // struct ifreq: 16 bytes of name and the flags IFF_TUN | IFF_NO_PI; TUNSETIFF of <linux/if_tun.h>.
      var request = [UInt8](repeating: 0, count: 40)
      for (place, byte) in name.utf8.enumerated() { request[place] = byte }
      request[16] = 0x01
      request[17] = 0x10
      try #require(ioctl(descriptor, 0x4004_54ca, &request) == 0)
      return descriptor
    }
  }

  @Test("is a path only while the link under it has a carrier")
  func deadUnderlay() async {
    await #expect(processExitsWith: .success) {
      let (network, inbox, monitor, _) = try await LiveNetwork.followed()
      let descriptor = try Self.tunnel("tun9", in: network.client)
      defer { close(descriptor) }
      for line in [
        "address add 10.9.0.2/32 dev tun9", "link set tun9 up", "route add default dev tun9 metric 50",
      ] {
        try network.ip(line)
      }
      let over = try await inbox.update(after: 1, "traffic goes by the VPN") { $0.interfaces.first?.name == "tun9" }
      #expect(over.new.status == .satisfied)
      let known = inbox.updates.count
      try network.ipFar("link set far1 down")
      // tun9 has its carrier and its route still; nothing carries what goes into it.
      let lost = try await inbox.update(after: known, "the loss is told") { $0.status == .unsatisfied }
      #expect(lost.new.reason == "tun9 is a tunnel, and no link under it is usable")
      try network.ipFar("link set far1 up")
      // IPv6, which has no route by tun9, may be back first.
      _ = try await inbox.update(after: known + 1, "the VPN is a path again") { $0.interfaces.first?.name == "tun9" }
      monitor.cancel()
      #expect(inbox.all.failures.isEmpty)
    }
  }
}
