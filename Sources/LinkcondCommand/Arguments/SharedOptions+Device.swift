extension SharedOptions {
  static let device = ValueOption<String>(
    "device", value: "interface", help: "The interface that commands of tc are written for.")

  /// Refuses a missing device where one is needed.
  static func needDevice(_ device: String?, for needsDevice: Bool, _ parsed: ParsedArguments) throws(UsageError) {
    guard needsDevice, device == nil else { return }
    let option = self.device.description
    throw UsageError(
      "Missing expected option '\(option.form)'", about: "\(option.label)  \(option.help)", in: parsed.page)
  }
}
