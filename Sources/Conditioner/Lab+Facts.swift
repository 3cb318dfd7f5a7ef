internal import LinuxSystem

extension Lab {
  /// What the lab's own kernel settings are, for a record.
  public struct Facts: Hashable, Sendable {
    /// `net.ipv4.tcp_congestion_control` of the client.
    public let congestionControl: String
    /// `net.ipv4.tcp_rmem` and `net.ipv4.tcp_wmem` of the client.
    public let buffers: [String]
    /// The names of the client interface's offloads that are on.
    public let offloads: [String]
    /// The running kernel.
    public let kernelRelease: String
  }

  /// Reads the settings back from the kernel.
  ///
  /// - Throws: `SystemError`.
  public func facts() async throws -> Facts {
    try await client.perform { [interface] in
      Facts(
        congestionControl: try KernelSetting.read("net/ipv4/tcp_congestion_control"),
        buffers: [try KernelSetting.read("net/ipv4/tcp_rmem"), try KernelSetting.read("net/ipv4/tcp_wmem")],
        offloads: try InterfaceFeatures.get(interface).filter(\.value).map(\.key).sorted(),
        kernelRelease: try KernelSetting.read("kernel/osrelease"))
    }
  }
}
