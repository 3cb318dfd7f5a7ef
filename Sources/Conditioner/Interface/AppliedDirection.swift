/// Which way of an existing interface gets conditions.
public enum AppliedDirection: String, Hashable, Sendable, Codable, CaseIterable {
  /// What comes in and what goes out.
  case both
  /// What comes in by the interface.
  case downlink
  /// What goes out by the interface.
  case uplink

  var includesDownlink: Bool { self != .uplink }
  var includesUplink: Bool { self != .downlink }
}
