/// An option without a value: given or not.
struct Flag: Sendable {
  let description: OptionDescription

  init(_ name: String, letter: Character? = nil, help: String) {
    description = OptionDescription(name: name, letter: letter, valueName: nil, isRepeated: false, help: help)
  }
}
