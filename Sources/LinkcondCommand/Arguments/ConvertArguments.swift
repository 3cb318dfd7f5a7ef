import Profiles

/// The arguments of `linkcond convert`.
struct ConvertArguments: Hashable, Sendable {
  /// The path of the file to read.
  var file: String
  /// The format to write.
  var target: ProfileFormat
  /// The format to read it as; nil to recognise it.
  var source: ProfileFormat?
  /// The name of the profile to write; nil for all, or the one that is selected.
  var name: String?
  /// The interface that commands are written for.
  var device: String?
  /// The file or folder to write to; nil for standard output.
  var destination: String?

  private static let target = ValueOption<ProfileFormat>(
    "to", value: "format", help: "The format to write.", values: ProfileFormat.writable.map(\.rawValue),
    isRequired: true
  ) { text throws(ValueFault) in try format(text, of: ProfileFormat.writable) }
  private static let source = ValueOption<ProfileFormat>(
    "from", value: "format", help: "Read the file as this format.", values: ProfileFormat.readable.map(\.rawValue),
    fallback: "recognised by the content"
  ) { text throws(ValueFault) in try format(text, of: ProfileFormat.readable) }
  private static let name = ValueOption<String>(
    "name", value: "profile", help: "Write the profile of this name.",
    fallback: "all, or the one that the file says is selected where only one can be written")
  private static let output = ValueOption<String>(
    "output", value: "path",
    help: "Write to this file, or each profile to a file of its own in this folder.", fallback: "standard output")

  static let description = CommandDescription(
    "convert", abstract: "Convert profiles from and to the formats of other tools.",
    discussion: """
      What was assumed in reading, and what the written format cannot say, is told on standard error. A \
      scenario can be written as native or json.
      """,
    arguments: [ArgumentDescription("file", help: "The file to read.")],
    options: [
      target.description, source.description, name.description, SharedOptions.device.description, output.description,
    ])

  private static func format(_ text: String, of formats: [ProfileFormat]) throws(ValueFault) -> ProfileFormat {
    guard let format = formats.first(where: { $0.rawValue == text }) else {
      throw .notOneOf(formats.map(\.rawValue), text: text)
    }
    return format
  }
}

extension ConvertArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    // The parser has seen to it that there is one.
    file = parsed.positionals.first ?? ""
    guard let target = try parsed.value(Self.target) else {
      throw parsed.missing(Self.target.description)
    }
    self.target = target
    source = try parsed.value(Self.source)
    name = try parsed.value(Self.name)
    device = try parsed.value(SharedOptions.device)
    destination = try parsed.value(Self.output)
    try SharedOptions.needDevice(device, for: target == .tc, parsed)
  }
}
