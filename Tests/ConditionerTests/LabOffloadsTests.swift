import LinuxSystem
import Profiles
import Testing

@testable import Conditioner

@Suite("Offloads of a lab")
struct LabOffloadsTests {
  private static let all: Set<String> = ["tx-tcp-segmentation", "tx-checksum-ip-generic", LabOffloads.receivesAll]
  @Test("netem is sent single frames only, and so is a relay where the kernel cannot receive both kinds well")
  func off() {
    for offloads in [
      LabOffloads(.kernel, changeable: Self.all), LabOffloads(.userspace, changeable: ["tx-tcp-segmentation"]),
    ] {
      #expect(offloads.end.filter(\.value).keys.sorted() == ["rx-gro"])
      #expect(offloads.end["tx-checksum-ip-generic"] == false && offloads.end["tx-tcp6-segmentation"] == false)
      #expect(!offloads.side.values.contains(true))
    }
  }

  @Test("the relay is left TCP's segmentation and all checksums, nothing else")
  func on() {
    let offloads = LabOffloads(.userspace, changeable: Self.all)
    #expect(
      offloads.end.filter(\.value).keys.sorted() == [
        "rx-gro", "rx-udp-gro-forwarding", "tx-checksum-ip-generic", "tx-tcp-segmentation", "tx-tcp6-segmentation",
      ])
    #expect(offloads.side.filter(\.value).keys.sorted() == ["tx-tcp-segmentation", "tx-tcp6-segmentation"])
  }

  @Test("a lab's ends have what was decided")
  func live() async throws {
    try await Lab.with(options: LabOptions(engine: .userspace, seed: 7)) { lab in
      let (name, ends) = (lab.interface, [lab.client, lab.network])
      for end in ends {
        try await end.perform {
          let expected = LabOffloads(.userspace, changeable: try InterfaceFeatures.changeable(name)).end
          let got = try InterfaceFeatures.get(name)
          for (feature, isOn) in expected where got[feature] != nil { #expect(got[feature] == isOn, "\(feature)") }
        }
      }
    }
  }
}
