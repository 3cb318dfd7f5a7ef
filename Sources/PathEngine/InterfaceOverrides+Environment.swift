internal import Glibc

extension InterfaceOverrides {
  /// What `LINKCOND_INTERFACES` says, as ``init(description:)`` reads it; without it, or where it can't be read, nothing.
  static var ofEnvironment: InterfaceOverrides {
    guard let text = unsafe getenv("LINKCOND_INTERFACES") else { return InterfaceOverrides() }
    let description = unsafe String(cString: text)
    if let overrides = InterfaceOverrides(description: description) { return overrides }
    let complaint = complaint(about: description)
    _ = unsafe write(2, complaint, complaint.utf8.count)
    return InterfaceOverrides()
  }

  /// What is wrong with a text that ``init(description:)`` does not read.
  static func complaint(about description: String) -> String {
    let wrong = description.split(separator: " ").first { InterfaceOverrides(description: String($0)) == nil }
    let types = InterfaceType.allCases.map(\.rawValue).joined(separator: ", ")
    let technologies = CellularType.allCases.map(\.rawValue).joined(separator: ", ")
    return "Warning: LINKCOND_INTERFACES is ignored: '\(wrong ?? "")' is not like 'wlan0=wifi' or "
      + "'wwan0=cellular,expensive,LTE'. Allowed behind the = are \(types), expensive, constrained, ultraConstrained, "
      + "\(technologies).\n"
  }

  /// Reads `wlan0=wifi wwan0=cellular,expensive,LTE`: for each interface a type, and of `expensive`, `constrained`,
  /// `ultraConstrained` and a ``CellularType`` what applies; nil if any of it is something else.
  public init?(description: String) {
    self.init()
    for entry in description.split(separator: " ") {
      let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      for word in parts[1].split(separator: ",").map(String.init) {
        if let type = InterfaceType(rawValue: word) {
          types[parts[0]] = type
        } else if let technology = CellularType(rawValue: word) {
          cellularTypes[parts[0]] = technology
        } else {
          switch word {
          case "expensive": expensive.insert(parts[0])
          case "constrained": constrained.insert(parts[0])
          case "ultraConstrained": ultraConstrained.insert(parts[0])
          default: return nil
          }
        }
      }
    }
  }
}
