import Conditioner
import LinuxSystem
import Profiles
import Testing

@Suite("Lab")
struct LabTests {
  @Test("delays each way, measured by ping")
  func delays() async throws {
    // 100 ms each way and the wire time of a 98-byte frame: 1.0 ms down, 2.4 ms up.
    let threeG = try #require(BundledProfiles.all.first { $0.name == "3G" })
    try await Lab.with(threeG) { lab in
      let result = try await lab.run(["ping", "-q", "-c", "5", "-i", "0.2", "203.0.113.1"])
      print(result.standardOutput, result.standardError, lab.engine)
      #expect(result.status == .exited(0))
      print(try await lab.run(["sh", "-c", "ip a; ip r; ip -6 r; ls /sys/class/net; cat /etc/resolv.conf; ps aux"]).standardOutput)
      print(try await lab.counters())
    }
  }
}
