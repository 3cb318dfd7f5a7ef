internal import FoundationEssentials
internal import Glibc
internal import LinuxSystem

/// What keeps a program in: the kind of container, and which of its walls are up.
public struct ContainerFacts: Hashable, Sendable {
  /// What kind of container it looks like, such as `docker`; nil if it looks like none.
  public var kind: String?
  /// A kernel that only looks like Linux or was changed, such as `gVisor` or `WSL`; nil for any other.
  public var sandbox: String?
  /// Whether a seccomp filter looks at system calls (`Seccomp: 2` in `/proc/self/status`).
  public var hasSeccompFilter = false
  /// The AppArmor profile, such as `docker-default (enforce)`; nil without AppArmor.
  public var appArmor: String?
  /// The SELinux context, such as `system_u:system_r:container_t:s0:c1,c2`; nil without SELinux.
  public var seLinux: String?
  /// Whether programs can gain no privileges (`no_new_privs`).
  public var hasNoNewPrivileges = false
  /// What privileges could be had here at most, as a set of bits (`CapBnd`).
  public var bounding: UInt64 = 0

  /// Facts as given, for tests.
  public init(kind: String? = nil, sandbox: String? = nil) {
    self.kind = kind
    self.sandbox = sandbox
  }

  /// CAP_SYS_ADMIN is bit 21, CAP_NET_ADMIN bit 12 of linux/capability.h.
  public var isPrivileged: Bool { bounding & (1 << 21) != 0 && bounding & (1 << 12) != 0 }

  /// One line, such as `docker, not privileged, seccomp filter, AppArmor docker-default (enforce)`.
  public var description: String {
    var parts = [kind ?? "none"]
    if let sandbox { parts.append("in \(sandbox)") }
    if kind != nil { parts.append(isPrivileged ? "privileged" : "not privileged") }
    if hasSeccompFilter { parts.append("seccomp filter") }
    if let appArmor, appArmor != "unconfined" { parts.append("AppArmor \(appArmor)") }
    if let seLinux { parts.append("SELinux \(seLinux)") }
    if hasNoNewPrivileges { parts.append("no new privileges") }
    return parts.joined(separator: ", ")
  }

  /// Which of the walls stands between this program and a namespace of its own, and the way out; nil if none is seen.
  public var advice: String? {
    if let sandbox, sandbox == "gVisor" {
      return "gVisor has no traffic control and no packet sockets of the kernel: run on a machine or in a container of "
        + "the kernel itself."
    }
    guard kind != nil else { return nil }
    var wanted: [String] = []
    if !isPrivileged { wanted.append("--cap-add SYS_ADMIN --cap-add NET_ADMIN") }
    if hasSeccompFilter { wanted.append("--security-opt seccomp=unconfined") }
    if let appArmor, appArmor != "unconfined" { wanted.append("--security-opt apparmor=unconfined") }
    guard !wanted.isEmpty else { return nil }
    return "Start the container with '--privileged', or with '\(wanted.joined(separator: " "))'."
  }

  /// Looks at this process and its files.
  public static func read() -> ContainerFacts {
    func text(_ path: String) -> String {
      // What cannot be read here says nothing, which is what an empty text says too.
      do { return try SystemFile.read(path) } catch { return "" }
    }
    return ContainerFacts(
      status: text("/proc/self/status"), label: text("/proc/self/attr/current"),
      environment: text("/proc/1/environ"), groups: text("/proc/self/cgroup"), version: text("/proc/version"),
      files: ["/.dockerenv", "/run/.containerenv", "/proc/vz"].filter(SystemFile.exists))
  }

  /// From the texts of files of `/proc` and the marks that container engines leave.
  ///
  /// - Parameter label: `/proc/self/attr/current`, which belongs to the security module that the kernel has: AppArmor writes a
  ///   profile with its mode behind it, SELinux a context of three or four parts, and others are not known here.
  init(status: String, label: String, environment: String, groups: String, version: String, files: [String]) {
    var fields: [Substring: String] = [:]
    for line in status.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon]] = line[line.index(after: colon)...].filter { !$0.isWhitespace }
    }
    hasSeccompFilter = fields["Seccomp"] == "2"
    hasNoNewPrivileges = fields["NoNewPrivs"] == "1"
    bounding = fields["CapBnd"].flatMap { UInt64($0, radix: 16) } ?? 0
    let label = label.filter { $0 != "\0" && $0 != "\n" }
    if label == "unconfined" || label.hasSuffix(")") {
      appArmor = label
    } else if label.split(separator: ":").count >= 3 {
      seLinux = label
    }
    kind = Self.kind(environment: environment, groups: groups, files: files)
    if version.contains("#1 SMP Sun Jan 10 15:06:54 PST 2016") {
      sandbox = "gVisor"  // its /proc/version is the same in every release
    } else if version.lowercased().contains("microsoft") {
      sandbox = "WSL"
    }
  }

  private static func kind(environment: String, groups: String, files: [String]) -> String? {
    if files.contains("/run/.containerenv") { return "podman" }
    if groups.contains("kubepods") { return "kubernetes" }
    if files.contains("/.dockerenv") || groups.contains("/docker/") { return "docker" }
    for entry in environment.split(separator: "\0") where entry.hasPrefix("container=") {
      let name = entry.dropFirst("container=".count)
      return name.isEmpty ? "container" : String(name)
    }
    if groups.contains("/lxc") { return "lxc" }
    if groups.contains("containerd") { return "containerd" }
    return nil
  }
}
