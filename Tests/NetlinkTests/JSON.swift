import Foundation

/// A value in what `tc -j` or `ip -j` prints.
struct JSON {
  let value: Any?

  static func list(_ text: String) throws -> [JSON] {
    guard let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any] else {
      throw Missing(description: "a JSON list in \(text)")
    }
    return list.map { JSON(value: $0) }
  }

  subscript(key: String) -> JSON { JSON(value: (value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON {
    guard let list = value as? [Any], list.indices.contains(index) else { return JSON(value: nil) }
    return JSON(value: list[index])
  }
  var text: String? { value as? String }
  var number: Double? { (value as? NSNumber)?.doubleValue }
  var integer: Int? { (value as? NSNumber)?.intValue }
  var flag: Bool? { (value as? NSNumber)?.boolValue }
  var texts: [String] { value as? [String] ?? [] }
}
