internal import Conditioner
internal import LinuxSystem
internal import Profiles

/// `linkcond apply`: conditions on an existing interface.
struct ApplyCommand: Sendable {
  let arguments: ApplyArguments

  init(_ arguments: ApplyArguments) { self.arguments = arguments }

  func run() async throws -> CommandOutput {
    let profile = try ProfileStore(extra: arguments.profilePlaces).find(arguments.profile)
    let request = InterfaceRequest(
      profile: profile, device: arguments.device, direction: arguments.direction, isForced: arguments.isForced,
      profileWord: arguments.profile)
    let namespace = try TargetNamespace(arguments.namespace.map(NamespaceReference.init) ?? .own)
    let (capabilities, isKnown) = try await Capabilities.forInterfaces(
      in: arguments.isDryRun ? nil : namespace)
    if !arguments.isDryRun { try InterfaceConditioner.checkPermitted(in: namespace) }
    let folder = arguments.isDryRun ? StateFolder.forReading() : try StateFolder.standard()
    let conditioner = InterfaceConditioner(namespace: namespace, folder: folder)
    if arguments.isDryRun {
      let plan = try conditioner.plan(request, capabilities)
      var warnings = plan.warnings
      if !isKnown {
        warnings.append(
          "Whether the kernel has all of this could not be tried: that needs CAP_SYS_ADMIN and CAP_NET_ADMIN.")
      }
      return output(plan.commands.map { $0 + "\n" }.joined(), warnings)
    }
    let isLimited = arguments.duration != nil
    let (plan, state) = try conditioner.apply(request, capabilities, for: arguments.duration) { state in
      guard isLimited else { return {} }
      return try Watchdog.start(state, folder, namespace)
    }
    return output(Self.text(state, folder), plan.warnings)
  }

  private func output(_ facts: String, _ warnings: [String]) -> CommandOutput {
    var output = CommandOutput(facts: facts)
    output.complaints = warnings.map { "Warning: \($0)\n" }.joined()
    return output
  }

  private static func text(_ state: InterfaceState, _ folder: StateFolder) -> String {
    let lanes = [state.downlink.map { "downlink \($0)" }, state.uplink.map { "uplink \($0)" }].compactMap { $0 }
    let end =
      state.remaining.map { "For \(Duration.nanoseconds($0).roundedText), or until" } ?? "Until"
    return """
      \(state.device): \(state.profile), \(lanes.joined(separator: "; ")).
      \(end) '\(state.clearLine)'.

      """
  }
}

extension Duration {
  /// To a tenth of a second, such as `59.9 s`: what has passed meanwhile has more decimals than anyone wants to read.
  var roundedText: String {
    let tenths = (wholeNanoseconds + 99_999_999) / 100_000_000
    return Duration.milliseconds(tenths * 100).quantityText
  }
}
