import Testing

@testable import Conditioner

@Suite("Telling machines apart")
struct MachineTests {
  private static func facts(
    status: String = "", label: String = "", environment: String = "", groups: String = "", version: String = "",
    files: [String] = []
  ) -> ContainerFacts {
    ContainerFacts(
      status: status, label: label, environment: environment, groups: groups, version: version, files: files)
  }

  private static func status(_ bounding: String, seccomp: Int, noNewPrivileges: Int = 0) -> String {
    "Name:\tx\nNoNewPrivs:\t\(noNewPrivileges)\nSeccomp:\t\(seccomp)\nCapBnd:\t\(bounding)\n"
  }

  // 000001ffffffffff are all capabilities, 00000000a80425fb those of Docker's default, which has neither of the two;
  // 00000000a80435fb is that and NET_ADMIN.
  @Test(
    "containers, and which of their walls stands in the way",
    arguments: [
      ("000001ffffffffff", 0, "", "docker, privileged", nil),
      (
        "00000000a80425fb", 2, "docker-default (enforce)\n",
        "docker, not privileged, seccomp filter, AppArmor docker-default (enforce)",
        "--cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined"
      ),
      (
        "000001ffffffffff", 2, "unconfined\n", "docker, privileged, seccomp filter",
        "'--security-opt seccomp=unconfined'"
      ),
      ("00000000a80435fb", 0, "", "docker, not privileged", "--cap-add SYS_ADMIN"),
      // Another module's label is no profile of AppArmor's, and nothing to be told apart from 'unconfined'.
      (
        "000001ffffffffff", 0, "system_u:system_r:container_t:s0:c1,c2\0",
        "docker, privileged, SELinux system_u:system_r:container_t:s0:c1,c2", nil
      ),
      ("000001ffffffffff", 0, "kernel\0", "docker, privileged", nil),
    ] as [(String, Int, String, String, String?)])
  func walls(bounding: String, seccomp: Int, label: String, words: String, advice: String?) {
    let facts = Self.facts(
      status: Self.status(bounding, seccomp: seccomp), label: label, files: ["/.dockerenv"])
    #expect(facts.description == words)
    #expect(advice.map { facts.advice?.contains($0) == true } ?? (facts.advice == nil), "\(facts.advice ?? "none")")
  }

  @Test("each kind by its marks")
  func kinds() {
    #expect(Self.facts(files: ["/run/.containerenv"]).kind == "podman")
    #expect(Self.facts(groups: "0::/kubepods/besteffort/pod1", files: ["/.dockerenv"]).kind == "kubernetes")
    #expect(Self.facts(groups: "4:memory:/docker/0123").kind == "docker")
    #expect(Self.facts(environment: "A=1\0container=systemd-nspawn\0").kind == "systemd-nspawn")
    #expect(Self.facts(groups: "0::/lxc.payload.x").kind == "lxc")
    #expect(Self.facts(groups: "0::/init.scope").kind == nil)
    #expect(Self.facts(version: "Linux version 5.15.90.1-microsoft-standard-WSL2").sandbox == "WSL")
    let sandbox = Self.facts(version: "Linux version 4.4.0 #1 SMP Sun Jan 10 15:06:54 PST 2016")
    #expect(sandbox.sandbox == "gVisor" && sandbox.advice?.contains("gVisor") == true)
    #expect(Self.facts(status: Self.status("0", seccomp: 0, noNewPrivileges: 1)).hasNoNewPrivileges)
  }

  @Test("advice names the running kernel and never another, and the package where the distribution has one")
  func advice() {
    #expect(MachineAdvice.distribution("NAME=x\nID=\"rocky\"\nVERSION_ID=9") == "rocky")
    let ubuntu = MachineAdvice.forModule("sch_netem", release: "6.8.0-45-generic", distribution: "ubuntu")
    #expect(ubuntu.contains("linux-modules-extra-6.8.0-45-generic") && ubuntu.contains("modprobe sch_netem"))
    let fedora = MachineAdvice.forModule("sch_netem", release: "6.10.3", distribution: "fedora")
    #expect(fedora.contains("kernel-modules-extra-6.10.3"))
    #expect(!MachineAdvice.forModule("sch_netem", release: "6.1", distribution: nil).contains("package"))
  }

  @Test("the examination of this machine ends with the engine that a lab gets, and names every piece")
  func examination() async throws {
    let examination = try await MachineExamination.examine()
    let engine = try #require(examination.engine, "\(examination.refusal ?? "")")
    #expect(examination.conclusion.hasPrefix("A lab gets the \(engine.engine.rawValue) engine here."))
    for piece in Capabilities.Piece.allCases {
      #expect(examination.checks.contains { $0.name == piece.rawValue && $0.module == piece.module })
    }
    let netem = try #require(examination.checks.first { $0.name == "netem" })
    #expect((netem.refusal == nil) == (engine.engine == .kernel))
    for check in examination.checks where check.refusal != nil { #expect(check.refusal?.isEmpty == false) }
  }
}
