/// Where on an interface filters look at packets.
public enum FilterPoint: Hashable, Sendable, Codable, CaseIterable {
  /// What comes in, before anything else sees it.
  case ingress
  /// What goes out, before the interface's own qdisc.
  case egress

  var parent: TrafficHandle {
    switch self {
    case .ingress: .incomingFilters
    case .egress: .outgoingFilters
    }
  }
}
