internal import Conditioner
internal import Synchronization

/// `linkcond doctor`: what this machine can do, by trying.
struct DoctorCommand: Sendable {
  let arguments: DoctorArguments
  /// Why no user namespace could be entered at the start, when it was needed.
  private static let userNamespaceRefusal = Mutex<String?>(nil)

  static func remember(userNamespaceRefusal refusal: String) { userNamespaceRefusal.withLock { $0 = refusal } }

  init(_ arguments: DoctorArguments) { self.arguments = arguments }

  func run() async throws -> CommandOutput {
    let examination = try await MachineExamination.examine(
      userNamespaceRefusal: Self.userNamespaceRefusal.withLock { $0 })
    var output = CommandOutput(facts: Self.text(examination))
    if arguments.isJSON { output.facts = try CommandOutput.json(Facts(examination)) }
    if examination.engine == nil { output.status = .unavailable }
    return output
  }

  static func text(_ examination: MachineExamination) -> String {
    let head = [
      ("Kernel", examination.kernelRelease), ("Container", examination.container.description),
      ("Privileges", examination.privilege),
    ]
    let width = (head.map(\.0) + examination.checks.map(\.name)).map(\.count).max() ?? 0
    func line(_ name: String, _ text: String) -> String {
      "  \(name)\(String(repeating: " ", count: width - name.count))  \(text)\n"
    }
    var text = head.map { line($0.0, $0.1) }.joined() + "\n"
    for check in examination.checks {
      let words = check.refusal.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
      text += line(check.name, words.map { "missing, for \(check.purpose): \($0)" } ?? "works")
      if let advice = check.advice, check.refusal != nil { text += line("", advice) }
    }
    return text + "\n\(examination.conclusion)\n"
  }

  private struct Facts: Encodable {
    let schema = 1
    let kernel: String
    let container: Container
    let privileges: String
    let checks: [Check]
    let engine: String?
    let engineReason: String

    private enum CodingKeys: String, CodingKey {
      case schema, kernel, container, privileges, checks, engine, engineReason
    }

    struct Container: Encodable {
      let kind, sandbox, appArmor, seLinux: String?
      let privileged, seccompFilter, noNewPrivileges: Bool
    }

    struct Check: Encodable {
      let name, purpose: String
      let module, refusal, advice: String?
      let works: Bool
    }

    init(_ examination: MachineExamination) {
      kernel = examination.kernelRelease
      let facts = examination.container
      container = Container(
        kind: facts.kind, sandbox: facts.sandbox, appArmor: facts.appArmor, seLinux: facts.seLinux,
        privileged: facts.isPrivileged,
        seccompFilter: facts.hasSeccompFilter, noNewPrivileges: facts.hasNoNewPrivileges)
      privileges = examination.privilege
      checks = examination.checks.map {
        Check(
          name: $0.name, purpose: $0.purpose, module: $0.module, refusal: $0.refusal, advice: $0.advice,
          works: $0.refusal == nil)
      }
      engine = examination.engine?.engine.rawValue
      engineReason = examination.engine?.reason ?? examination.refusal ?? ""
    }
  }
}
