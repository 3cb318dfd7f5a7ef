import FoundationEssentials

/// Shells that need not be there.
enum ShellPrograms {
  /// Whether a program is installed.
  static func has(_ name: String) -> Bool {
    ["/bin", "/usr/bin", "/usr/local/bin"].contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
}
