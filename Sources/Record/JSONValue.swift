/// Any JSON value, so that what a newer version wrote is kept.
public enum JSONValue: Codable, Hashable, Sendable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number beyond the largest `Int64`, such as a seed.
  case unsigned(UInt64)
  /// Another number.
  case number(Double)
  /// A string.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// Reads any value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Self.attempt({ try container.decode(Bool.self) }) {
      self = .bool(value)
    } else if let value = Self.attempt({ try container.decode(Int64.self) }) {
      self = .integer(value)
    } else if let value = Self.attempt({ try container.decode(UInt64.self) }) {
      self = .unsigned(value)
    } else if let value = Self.attempt({ try container.decode(Double.self) }) {
      self = .number(value)
    } else if let value = Self.attempt({ try container.decode(String.self) }) {
      self = .string(value)
    } else if let value = Self.attempt({ try container.decode([JSONValue].self) }) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  private static func attempt<Value>(_ decode: () throws -> Value) -> Value? {
    do { return try decode() } catch { return nil }
  }

  /// Writes the value.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
