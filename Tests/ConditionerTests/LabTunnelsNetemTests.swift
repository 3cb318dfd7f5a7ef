import Conditioner
import LinuxSystem
import Profiles
import TestSupport
import Testing

/// A kernel with the module of a tunnel puts one into each new namespace, with the first free number.
@Suite("Labs on a kernel that has tunnels in each namespace", .needsNetem, .serialized)
struct LabTunnelsNetemTests {
  @Test(
    "a lab is made beside sit0, and its traffic takes the lab's own interface",
    arguments: [EngineChoice.kernel, .userspace])
  func tunnels(_ engine: EngineChoice) async throws {
    let folder = "/usr/lib/uml/modules/\(try KernelSetting.read("kernel/osrelease"))/kernel/net"
    let modules = ["ipv4/tunnel4", "ipv4/ip_tunnel", "ipv6/sit"]
    for module in modules {
      let (status, output) = try Shell.run(["insmod", "\(folder)/\(module).ko"])
      try #require(status == 0, "\(module): \(output)")
    }
    defer {
      for module in modules.reversed() {
        let name = module.split(separator: "/").last.map(String.init) ?? module
        do { _ = try Shell.run(["rmmod", name]) } catch { Issue.record(error, "\(name) stays") }
      }
    }
    let profile = Profile(name: "Late", uplink: LinkConditions(delay: .milliseconds(20)))
    try await Lab.with(profile, options: LabOptions(engine: engine)) { lab in
      let links = try await lab.run(["ip", "-o", "link"]).standardOutput
      try #require(links.contains("sit0"), "the tunnel is not there: \(links)")
      let ping = try await Witness(lab: lab).ping(count: 3, interval: 0.2, payload: 16)
      #expect(ping.received == 3)
      #expect(try #require(ping.minimum) >= 20)
    }
  }
}
