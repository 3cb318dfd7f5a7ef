/// The monitors of a run and the statuses that each can have, by the names that the record gives them.
package enum MonitorWords {
  /// The monitors.
  package static let names = ["path", "reachability", "probe", "app"]

  /// The statuses of a monitor; nil where it says its own, as `app` does.
  package static func statuses(of monitor: String) -> [String]? {
    switch monitor {
    case "path": ["satisfied", "unsatisfied", "requiresConnection"]
    case "reachability": ["notReachable", "reachableViaWiFi", "reachableViaWWAN", "reachableViaEthernet"]
    case "probe": ["online", "degraded", "offline"]
    default: nil
    }
  }

  /// What the harness measures.
  package static let quantities = ["rtt", "dns", "http", "loss", "rate"]
  /// The directions in which it measures one of ``quantities``.
  package static func directions(of quantity: String) -> [String] {
    switch quantity {
    case "loss": ["roundTrip", "downlink", "uplink"]
    case "rate": ["downlink", "uplink"]
    default: ["roundTrip"]
    }
  }

  /// Why a text is none of `names`; nil if it is.
  static func refusal(of text: String, as what: String, among names: [String]) -> String? {
    guard !names.contains(text) else { return nil }
    let nearest = Spelling.nearest(to: text, among: names, limit: 1).first
    let hint = nearest.map { " (did you mean \($0)?)" } ?? ""
    return "\"\(QuantityFault.shown(text))\" is not \(what); allowed are \(names.joined(separator: ", "))\(hint)"
  }

  /// Why a monitor has no such status; nil if it has. The path's may name the interface that carries the traffic, as
  /// reports do: `satisfied (wlan0)`.
  static func refusal(of status: String, by monitor: String) -> String? {
    guard let statuses = statuses(of: monitor) else { return nil }
    return refusal(of: bare(status, of: monitor), as: "a status of \(monitor)", among: statuses)
  }

  /// A status of a monitor without the interface that it may name.
  package static func bare(_ status: String, of monitor: String) -> String {
    guard monitor == "path", status.hasSuffix(")"), let start = status.firstRange(of: " (")?.lowerBound,
      status.distance(from: start, to: status.endIndex) > 3
    else { return status }
    return String(status[..<start])
  }
}
