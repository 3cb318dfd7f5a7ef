/// Finds the first place where XML is no property list, with its line: the decoder's words name the wrong one or none.
enum XMLPropertyListCheck {
  private static let containers = ["dict", "array"]
  private static let leaves = ["string", "integer", "real", "true", "false", "date", "data"]

  /// What is wrong; nil where it takes the decoder to tell.
  static func fault(in bytes: [UInt8], file: String) -> ProfileFault? {
    let root: FormatValue
    do throws(ProfileFaults) {
      root = try XMLReader.read(bytes, file: file)
    } catch {
      return error.faults.first
    }
    func refuse(_ value: FormatValue, _ message: String) -> ProfileFault {
      ProfileFault(file: file, line: value.line, message: "This is not a property list: \(message).")
    }
    func value(_ name: String, _ value: FormatValue) -> ProfileFault? {
      guard containers.contains(name) else {
        if leaves.contains(name) { return nil }
        let nearest = Spelling.nearest(to: name, among: containers + leaves, limit: 1).first
        let allowed = (containers + leaves).joined(separator: ", ")
        let hint = nearest.map { " (did you mean <\($0)>?)" } ?? ""
        return refuse(value, "there is <\(QuantityFault.shown(name))>, where one of \(allowed) is expected\(hint)")
      }
      return name == "dict" ? dictionary(value.members) : value.members.lazy.compactMap { element($0) }.first
    }
    func element(_ member: (key: String, value: FormatValue)) -> ProfileFault? { value(member.key, member.value) }
    /// A key and a value, again and again.
    func dictionary(_ members: [(key: String, value: FormatValue)]) -> ProfileFault? {
      var rest = members[...]
      while let key = rest.popFirst() {
        let name = key.value.string.map { "\"\(QuantityFault.shown($0))\"" } ?? "it"
        guard key.key == "key" else {
          return refuse(key.value, "there is <\(QuantityFault.shown(key.key))>, where a <key> is expected")
        }
        guard let value = rest.popFirst(), value.key != "key" else {
          return refuse(key.value, "the key \(name) has no value")
        }
        if let fault = element(value) { return fault }
      }
      return nil
    }
    guard let top = root.members.first else { return nil }
    guard top.key == "plist" else { return element(top) }
    guard top.value.members.count == 1 else {
      return refuse(top.value, "there are \(top.value.members.count) values in <plist>, where one is expected")
    }
    return element(top.value.members[0])
  }
}
