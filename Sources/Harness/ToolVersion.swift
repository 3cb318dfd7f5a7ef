/// The version of the tool, which each record names.
public enum ToolVersion {
  /// This one.
  public static let current = "0.1.0"
}
