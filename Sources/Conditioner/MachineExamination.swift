internal import LinuxSystem
internal import Netlink

/// What a machine can do, as found by trying it.
public struct MachineExamination: Hashable, Sendable {
  /// One thing that was tried.
  public struct Check: Hashable, Sendable {
    /// What, such as `netem`.
    public let name: String
    /// Whose it is: `labs`, `kernel engine`, `userspace engine`, `apply` or `--way-out`.
    public let purpose: String
    /// The kernel's module of it, if it is one.
    public let module: String?
    /// Why it does not work, in the kernel's words; nil if it does.
    public let refusal: String?
    /// The way out; nil if it works or none is known.
    public let advice: String?

    /// As found, or as a test wants it.
    public init(_ name: String, purpose: String, module: String? = nil, refusal: String? = nil, advice: String? = nil) {
      self.name = name
      self.purpose = purpose
      self.module = module
      self.refusal = refusal
      self.advice = advice
    }
  }

  /// The running kernel, as `uname -r` prints it.
  public let kernelRelease: String
  /// What keeps this program in.
  public let container: ContainerFacts
  /// What privileges there are, as one line.
  public let privilege: String
  /// Everything that was tried, in order.
  public let checks: [Check]
  /// Which engine a lab would get, and why; nil if none can be made.
  public let engine: EngineDecision?
  /// Why no lab can be made; nil if one can.
  public let refusal: String?

  /// The last line: which engine a lab would get here.
  public var conclusion: String {
    guard let engine else { return "No lab can be made here: \(refusal ?? "it failed.")" }
    return "A lab gets the \(engine.engine.rawValue) engine here. \(engine.reason)"
  }

  /// Tries everything.
  ///
  /// - Parameter userNamespaceRefusal: Why no user namespace could be entered, where the tool tried to; nil if it did not
  ///   have to or could.
  /// - Throws: `SystemError` if not even the kernel's version can be read.
  public static func examine(userNamespaceRefusal: String? = nil) async throws -> MachineExamination {
    let release = try KernelSetting.read("kernel/osrelease")
    let container = ContainerFacts.read()
    var checks: [Check] = []
    checks.append(
      Check(
        "CAP_SYS_ADMIN and CAP_NET_ADMIN", purpose: "labs", refusal: privilegeRefusal(userNamespaceRefusal),
        advice: container.advice))
    do {
      let capabilities = try await Capabilities.probe(Capabilities.Piece.allCases)
      checks.append(Check("network namespace", purpose: "labs"))
      checks += capabilities.answers.map { check($0, release) }
    } catch {
      checks.append(
        Check("network namespace", purpose: "labs", refusal: "\(error)", advice: container.advice))
    }
    checks.append(await packetSocket())
    checks.append(ipv6())
    checks.append(wayOut())
    let (engine, refusal) =
      if let userNamespaceRefusal { (EngineDecision?.none, String?.some(userNamespaceRefusal)) } else { await lab() }
    return MachineExamination(
      kernelRelease: release, container: container, privilege: privilege(userNamespaceRefusal), checks: checks,
      engine: engine, refusal: refusal)
  }

  private static func check(_ answer: Capabilities.Answer, _ release: String) -> Check {
    let piece = answer.piece
    let purpose =
      switch piece {
      case .veth: "labs"
      case .netemSeed: "kernel engine's --seed"
      default: Capabilities.Piece.ofKernelEngine.contains(piece) ? "kernel engine" : "apply"
      }
    return Check(
      piece.rawValue, purpose: purpose, module: piece.module, refusal: answer.refusal,
      advice: answer.refusal == nil
        ? nil
        : piece == .netemSeed
          ? "The userspace engine takes a seed on any kernel ('--engine userspace')."
          : MachineAdvice.forModule(piece.module, release: release))
  }

  private static func privilegeRefusal(_ userNamespaceRefusal: String?) -> String? {
    // One that was half made shows privileges that no lab has in it.
    userNamespaceRefusal ?? (UserNamespace.isNeeded ? "this process does not have them." : nil)
  }

  private static func privilege(_ userNamespaceRefusal: String?) -> String {
    if UserNamespace.isNeeded || userNamespaceRefusal != nil { return "none" }
    // The first user namespace maps every number.
    do {
      let map = try SystemFile.read("/proc/self/uid_map").split(whereSeparator: \.isWhitespace)
      return map.last == "4294967295" ? "of the machine" : "in a user namespace"
    } catch {
      return "unknown"
    }
  }

  /// A socket of the relay's kind, in a namespace of its own.
  private static func packetSocket() async -> Check {
    do {
      let scratch = try NetworkNamespace.createForLab(name: "lc-probe")
      try await scratch.perform {
        let route = try RouteSocket()
        try route.setLink(1, up: true)
        _ = try SuperFrameSocket(interfaceIndex: 1)
      }
      return Check("packet sockets", purpose: "userspace engine")
    } catch {
      return Check("packet sockets", purpose: "userspace engine", refusal: "\(error)")
    }
  }

  private static func ipv6() -> Check {
    KernelSetting.exists("net/ipv6/conf/default/disable_ipv6")
      ? Check("IPv6", purpose: "labs")
      : Check("IPv6", purpose: "labs", refusal: "this kernel runs without it.", advice: "Labs are IPv4 alone here.")
  }

  /// Whether the programs are there that lead out of a lab.
  private static func wayOut() -> Check {
    do throws(LabError) {
      return Check(try WayOut.findTool().tool.rawValue, purpose: "--way-out")
    } catch {
      return Check("pasta or slirp4netns", purpose: "--way-out", refusal: error.cause, advice: error.advice)
    }
  }

  /// Why no command can be started in a lab; nil if one can.
  private static func startRefusal(in lab: Lab) async -> String? {
    do {
      _ = try await lab.run(["true"])
      return nil
    } catch let error as SpawnError where error.isExecution {
      // All was ready for it: a machine without this program has others.
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A whole lab, made and taken away.
  private static func lab() async -> (EngineDecision?, String?) {
    do {
      let lab = try await Lab()
      let engine = lab.engine
      let refusal = await startRefusal(in: lab)
      await lab.end()
      return (refusal == nil ? engine : nil, refusal)
    } catch {
      return (nil, "\(error)")
    }
  }
}
