internal import LinuxSystem

/// How to get what a machine lacks.
enum MachineAdvice {
  /// How to get a module of the running kernel, and of no other: a package for another release would not help.
  static func forModule(_ module: String, release: String, distribution: String? = distribution()) -> String {
    let load = "Load it with 'modprobe \(module.split(separator: " ").first ?? "")' on the host"
    switch distribution {
    case "ubuntu": return "\(load); it is in the package linux-modules-extra-\(release), if the archive still has that."
    case "fedora", "rhel", "centos", "rocky", "almalinux":
      return "\(load); it is in the package kernel-modules-extra-\(release)."
    default: return "\(load), if its kernel \(release) was built with it."
    }
  }

  /// `ID` of os-release; nil if it does not say.
  static func distribution() -> String? {
    do {
      return distribution(try SystemFile.read("/etc/os-release"))
    } catch {
      // A container of one program may have none.
      return nil
    }
  }

  /// `ID` in the text of an os-release file.
  static func distribution(_ text: String) -> String? {
    for line in text.split(separator: "\n") where line.hasPrefix("ID=") {
      return line.dropFirst(3).filter { $0 != "\"" && $0 != "'" }
    }
    return nil
  }
}
