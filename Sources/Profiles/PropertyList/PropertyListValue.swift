/// A property list as it was read, with the leaves that profiles have no use for told apart only by what they are.
indirect enum PropertyListValue: Hashable {
  case dictionary([String: PropertyListValue])
  case array([PropertyListValue])
  case string(String)
  case boolean(Bool)
  /// A typed number, with its text.
  case number(String)
  /// A date, data or anything else, by its name.
  case other(String)

  /// What it is, for messages.
  var shown: String {
    switch self {
    case .dictionary: "a dictionary"
    case .array: "an array"
    case .string(let text): "\"\(QuantityFault.shown(text))\""
    case .boolean(let value): "the boolean \(value)"
    case .number(let text): "the bare number \(text)"
    case .other(let kind): kind
    }
  }
}

extension PropertyListValue: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Takes whatever is there: the decoder is asked for each kind in turn, a mismatch meaning the next.
  init(from decoder: any Decoder) throws {
    if let container = try Self.attempt({ try decoder.container(keyedBy: Key.self) }) {
      var entries: [String: PropertyListValue] = [:]
      for key in container.allKeys {
        entries[key.stringValue] = try container.decode(PropertyListValue.self, forKey: key)
      }
      self = .dictionary(entries)
      return
    }
    if var container = try Self.attempt({ try decoder.unkeyedContainer() }) {
      var elements: [PropertyListValue] = []
      while !container.isAtEnd { elements.append(try container.decode(PropertyListValue.self)) }
      self = .array(elements)
      return
    }
    let leaf = try decoder.singleValueContainer()
    if let value = try Self.attempt({ try leaf.decode(Bool.self) }) {
      self = .boolean(value)
    } else if let value = try Self.attempt({ try leaf.decode(String.self) }) {
      self = .string(value)
    } else if let value = try Self.attempt({ try leaf.decode(Int64.self) }) {
      self = .number("\(value)")
    } else if let value = try Self.attempt({ try leaf.decode(Double.self) }) {
      self = .number("\(value)")
    } else {
      self = .other("a date or data")
    }
  }

  /// The result, or nil where the value is of another kind; damage is still thrown.
  private static func attempt<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
      return nil
    } catch DecodingError.dataCorrupted(let context) where context.underlyingError == nil {
      // A number that does not fit the asked type is reported as damage without a cause.
      return nil
    }
  }
}
