/// A monitor that the user can ask for.
enum MonitorChoice: String, Hashable, Sendable, CaseIterable {
  /// The path monitor: what the interfaces, addresses and routes say.
  case path
  /// The probe: what packets that are sent say.
  case probe
}
