internal import Glibc

extension InterfaceOverrides {
  /// What `LINKCOND_INTERFACES` says, as ``init(description:)`` reads it; without it, or where it can't be read, nothing.
  static var ofEnvironment: InterfaceOverrides {
    guard let text = unsafe getenv("LINKCOND_INTERFACES") else { return InterfaceOverrides() }
    let description = unsafe String(cString: text)
    if let overrides = InterfaceOverrides(description: description) { return overrides }
    let complaint =
      "read LINKCOND_INTERFACES '\(description)': not like 'wlan0=wifi wwan0=cellular,expensive,LTE'; ignored.\n"
    _ = unsafe write(2, complaint, complaint.utf8.count)
    return InterfaceOverrides()
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
