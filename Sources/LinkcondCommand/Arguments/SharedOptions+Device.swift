extension SharedOptions {
  static let device = ValueOption<String>(
    "device", value: "interface", help: "The interface that commands of tc are written for.")

  /// Refuses a missing device where one is needed.
  static func needDevice(_ device: String?, for needsDevice: Bool, _ parsed: ParsedArguments) throws(UsageError) {
    guard needsDevice, device == nil else { return }
    throw parsed.missing(self.device.description)
  }
}
