import Conditioner
import LinuxSystem
import Netlink
import Profiles
import TestSupport
import Testing

/// Labs whose client has several interfaces, as a phone has.
@Suite("Labs with several interfaces")
struct SeveralInterfacesTests {
  private static let phone = [LabInterface(.wifi), LabInterface(.cellular)]

  private func device(_ lab: Lab, _ address: String) async throws -> String {
    let words = try await lab.run(["ip", "route", "get", address]).standardOutput.split(separator: " ")
    return try #require(words.firstIndex(of: "dev").map { String(words[$0 + 1]) })
  }

  @Test(
    "the next interface takes over when the best one loses its carrier or goes down, and gives back",
    .timeLimit(.minutes(1)))
  func handover() async throws {
    let lab = try await Lab(interfaces: Self.phone, options: LabOptions(engine: .userspace))
    for state in [LinkState.noCarrier, .down] {
      for address in lab.originAddresses {
        #expect(try await device(lab, address) == "wlan0")
      }
      var gone = Profile.unconditioned
      gone.linkState = state
      try await lab.apply(gone, to: "wlan0")
      for address in lab.originAddresses {
        try await waitUntil("wwan0 carries \(address) with wlan0 \(state)") {
          try await device(lab, address) == "wwan0"
        }
        #expect(try await lab.run(["ping", "-c1", "-W5", address]).status == .exited(0), "\(state) \(address)")
      }
      try await lab.apply(.unconditioned, to: "wlan0")
    }
    await lab.end()
  }

  @Test("each link has its own conditions and counters")
  func conditions() async throws {
    let lab = try await Lab(interfaces: Self.phone, options: LabOptions(engine: .userspace))
    let late = LinkConditions(delay: .milliseconds(100))
    try await lab.apply(Profile(name: "Late", downlink: late, uplink: late), to: "wwan0")
    func time(_ interface: String) async throws -> Double {
      let text = try await lab.run(["ping", "-q", "-c3", "-i0.2", "-I", interface, lab.originAddresses[0]])
        .standardOutput
      return try #require(
        text.split(separator: "/").dropLast(3).last.flatMap { Double($0.split(separator: " ").last ?? "") })
    }
    // 100 ms each way; the other link has no delay, so anything near it is the machine's.
    #expect(try await time("wwan0") >= 200)
    #expect(try await time("wlan0") < 100)
    // The kernel's own multicast reports may cross it too.
    let counters = try await lab.counters(of: "wwan0")
    #expect((3...13).contains(counters.uplink.offeredPackets), "\(counters)")
    #expect((3...13).contains(counters.downlink.offeredPackets), "\(counters)")
    #expect(try await lab.profile(of: "wwan0").name == "Late")
    #expect(try await lab.profile().name == "Unconditioned")
    await lab.end()
  }

  @Test("a profile for all of them that one cannot take leaves each as it was")
  func allOrNone() async throws {
    let lab = try await Lab(interfaces: Self.phone, options: LabOptions(engine: .userspace))
    try await lab.client.perform {
      let route = try RouteSocket()
      try route.removeLink(try #require(try route.link(named: "wwan0")).index)
    }
    await #expect(throws: (any Error).self) { try await lab.apply(Profile(name: "Away", linkState: .down)) }
    #expect(try await lab.profile().name == "Unconditioned")
    #expect(try await lab.profile(of: "wwan0").name == "Unconditioned")
    let isUp = try await lab.client.perform { try RouteSocket().link(named: "wlan0")?.flags.contains(.up) }
    #expect(isUp == true)
    #expect(try await lab.run(["ping", "-c1", "-W5", lab.originAddresses[0]]).status == .exited(0))
    await lab.end()
  }

  @Test(
    "impossible interfaces are refused", arguments: [[], ["a", "a"], ["lo"], ["a/b"], ["averylongname1"], ["a b"]])
  func refused(names: [String]) async {
    await #expect(throws: LabError.self) {
      _ = try await Lab(interfaces: names.map { LabInterface(.wifi, name: $0) })
    }
  }

  @Test("odd but allowed names work", arguments: ["wlan0.100", "ünder"])
  func oddNames(name: String) async throws {
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
      await #expect(throws: LabError.self) { _ = try await Lab(interfaces: [LabInterface(.wifi, name: name)]) }
      return
    }
    let lab = try await Lab(interfaces: [LabInterface(.wifi, name: name)])
    #expect(try await lab.run(["ping", "-c1", "-W5", "203.0.113.1"]).status == .exited(0))
    await lab.end()
  }
}
