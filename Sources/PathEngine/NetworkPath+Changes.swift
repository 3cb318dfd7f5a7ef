internal import Netlink

extension NetworkPath {
  /// What is different from an older path, one difference an element, such as `"status: satisfied -> unsatisfied (wlan0 has
  /// no carrier)"`; empty if they are equal.
  public func changes(from old: NetworkPath) -> [String] {
    var result: [String] = []
    func compare<Value: Equatable>(_ name: String, _ before: Value, _ after: Value, _ text: (Value) -> String) {
      if before != after { result.append("\(name): \(text(before)) -> \(text(after))") }
    }
    func list(_ elements: [String]) -> String { elements.isEmpty ? "none" : elements.joined(separator: ", ") }
    func yesOrNo(_ value: Bool) -> String { value ? "yes" : "no" }

    compare("status", Verdict(self: old), Verdict(self: self)) { $0.text }
    compare("interfaces", old.interfaces, interfaces) { interfaces in
      let names = interfaces.map { "\($0.name) (\($0.type.rawValue))" }
      // The same names with other numbers are other interfaces.
      let isReplaced = old.interfaces.map(\.name) == self.interfaces.map(\.name)
      return list(isReplaced ? zip(names, interfaces).map { "\($0) #\($1.index)" } : names)
    }
    compare("IPv4", old.supportsIPv4, supportsIPv4, yesOrNo)
    compare("IPv6", old.supportsIPv6, supportsIPv6, yesOrNo)
    compare("DNS", old.supportsDNS, supportsDNS, yesOrNo)
    compare("name servers", old.nameServers, nameServers) { list($0.map(\.description)) }
    compare("tunnel", old.isTunnel, isTunnel, yesOrNo)
    if old.interfaces == interfaces {
      compare("sends over", old.usedTypes, usedTypes) { list($0.map(\.rawValue).sorted()) }
    }
    compare("expensive", old.isExpensive, isExpensive, yesOrNo)
    compare("constrained", old.isConstrained, isConstrained, yesOrNo)
    compare("ultra constrained", old.isUltraConstrained, isUltraConstrained, yesOrNo)
    compare("cellular", old.cellularType, cellularType, \.rawValue)
    compare("radio switched off", old.blockedRadio, blockedRadio) { $0?.rawValue ?? "none" }
    compare("gateways", old.gateways, gateways) { list($0.map(\.description)) }
    return result
  }

  private struct Verdict: Equatable {
    let status: PathStatus
    let reason: String?

    init(self path: NetworkPath) {
      status = path.status
      reason = path.reason
    }

    var text: String { status.rawValue + (reason.map { " (\($0))" } ?? "") }
  }
}
