import Profiles

/// An option with a value of a type.
struct ValueOption<Value: Sendable>: Sendable {
  let description: OptionDescription
  /// Makes a value of the text that was given.
  let read: @Sendable (String) throws(ValueFault) -> Value

  /// An option; `values` and `fallback` are shown in brackets after `help`.
  init(
    _ name: String, value: String, help: String, values: [String] = [], fallback: String? = nil,
    isRepeated: Bool = false, isRequired: Bool = false, read: @escaping @Sendable (String) throws(ValueFault) -> Value
  ) {
    let notes =
      (values.isEmpty ? [] : ["values: \(values.joined(separator: ", "))"])
      + (fallback.map { ["default: \($0)"] } ?? [])
    description = OptionDescription(
      name: name, letter: nil, valueName: value, isRepeated: isRepeated, isRequired: isRequired,
      help: help + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"), values: values)
    self.read = read
  }
}

extension ValueOption where Value == String {
  /// An option with any text but an empty one as its value.
  init(
    _ name: String, value: String, help: String, fallback: String? = nil, isRepeated: Bool = false,
    isRequired: Bool = false
  ) {
    self.init(
      name, value: value, help: help, fallback: fallback, isRepeated: isRepeated, isRequired: isRequired
    ) { text throws(ValueFault) in
      guard !text.isEmpty else { throw .because("it is empty") }
      return text
    }
  }
}

extension ValueOption where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
  /// An option with one of the cases of an enumeration as its value.
  init(_ name: String, value: String, help: String, fallback: Value) {
    self.init(name, value: value, help: help, fallbackWords: fallback.rawValue)
  }

  /// The same where what is used without it is none of the cases.
  init(_ name: String, value: String, help: String, fallbackWords: String) {
    let names = Value.allCases.map(\.rawValue)
    self.init(name, value: value, help: help, values: names, fallback: fallbackWords) { text throws(ValueFault) in
      guard let value = Value(rawValue: text) else { throw .notOneOf(names, text: text) }
      return value
    }
  }
}

extension ValueOption where Value: FixedWidthInteger {
  /// An option with a whole number within `range` as its value.
  init(_ name: String, value: String, help: String, range: ClosedRange<Value>, fallback: String? = nil) {
    self.init(name, value: value, help: help, fallback: fallback) { text throws(ValueFault) in
      guard let number = Value(text), range.contains(number) else {
        throw .because("a whole number from \(range.lowerBound) to \(range.upperBound) is expected")
      }
      return number
    }
  }
}

extension ValueOption where Value == Duration {
  /// An option with a duration as its value, written with its unit, above 0 and at most an hour.
  init(_ name: String, help: String, fallback: Duration?) {
    self.init(name, help: help, fallbackWords: fallback?.quantityText)
  }

  /// The same where what is used without it takes more words than one duration.
  init(_ name: String, help: String, fallbackWords: String?) {
    self.init(name, value: "duration", help: help, fallback: fallbackWords) { text throws(ValueFault) in
      let duration = try Self.read(text)
      guard duration > .zero, duration <= .seconds(3_600) else {
        throw .because("a duration above 0 s and up to 60 min is expected")
      }
      return duration
    }
  }

  /// A duration with its unit, of any length.
  static func read(_ text: String) throws(ValueFault) -> Duration {
    do throws(QuantityFault) {
      return try Duration(quantity: text)
    } catch {
      throw .because("it \(error.reason)")
    }
  }
}
