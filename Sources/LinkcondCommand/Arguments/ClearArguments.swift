/// The arguments of `linkcond clear`.
struct ClearArguments: Hashable, Sendable {
  /// The interface; nil for all.
  var device: String?
  /// What was written behind `--namespace`; nil for all that linkcond has written down.
  var namespace: String?
  /// Whether to go by the marks in the kernel where what was written down cannot be read.
  var isForced: Bool

  private static let force = Flag(
    "force", help: "Go by the marks in the kernel alone where linkcond's own notes cannot be read.")

  static let description = CommandDescription(
    "clear", abstract: "Take the conditions from interfaces, and give back what was there before.",
    discussion: "Doing it again does nothing and is no error.",
    options: [InterfaceOptions.device.description, InterfaceOptions.namespace.description, force.description])
}

extension ClearArguments {
  /// Reads the values of the words.
  init(_ parsed: ParsedArguments) throws(UsageError) {
    device = try parsed.value(InterfaceOptions.device)
    namespace = try parsed.value(InterfaceOptions.namespace)
    isForced = parsed.has(Self.force)
  }
}
