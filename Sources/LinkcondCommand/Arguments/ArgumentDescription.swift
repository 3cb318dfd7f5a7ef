/// A positional argument of a command, as help shows it.
struct ArgumentDescription: Hashable, Sendable {
  /// How many words it takes, and where from.
  enum Extent: Hashable, Sendable {
    /// One word.
    case one
    /// Every word, at least one; such an argument is the last.
    case oneOrMore
    /// Every word after `--`, at least one: a command and its arguments.
    case afterTerminator
    /// Every word after `--`, if there are any.
    case perhapsAfterTerminator
  }

  /// The name, without angle brackets.
  let name: String
  /// A sentence on what it is.
  let help: String
  /// How many words it takes.
  let extent: Extent
  /// The words that it can be; empty if they are not a few.
  let values: [String]
  /// What `list --names` lists of which it can be a name.
  let names: [ListedNames]

  init(_ name: String, help: String, extent: Extent = .one, values: [String] = [], names: [ListedNames] = []) {
    self.name = name
    self.help = help
    self.extent = extent
    self.values = values
    self.names = names
  }

  /// `<profile>`, or `<command> ...`.
  var label: String {
    switch extent {
    case .one: "<\(name)>"
    case .oneOrMore, .afterTerminator, .perhapsAfterTerminator: "<\(name)> ..."
    }
  }

  /// What stands for it in a usage line.
  var synopsis: String {
    switch extent {
    case .one, .oneOrMore: label
    case .afterTerminator: "-- \(label)"
    case .perhapsAfterTerminator: "[-- \(label)]"
    }
  }
}
