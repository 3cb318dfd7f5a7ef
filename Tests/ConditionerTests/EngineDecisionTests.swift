import Conditioner
import Profiles
import Testing

@Suite("Choosing the engine")
struct EngineDecisionTests {
  private static let whole = Capabilities(
    kernelRelease: "6.1", answers: Capabilities.Piece.allCases.map { Capabilities.Answer($0, refusal: nil) })
  private static let lacking = Capabilities(
    kernelRelease: "6.18",
    answers: [
      Capabilities.Answer(.veth, refusal: nil), Capabilities.Answer(.netem, refusal: "Specified qdisc kind is unknown"),
    ])

  @Test("auto takes the kernel where it has every piece, else the relay")
  func auto() throws {
    #expect(try EngineDecision(.auto, Self.whole).engine == .kernel)
    #expect(try EngineDecision(.auto, Self.lacking).engine == .userspace)
  }

  @Test("what a seed decides is said of netem, by what it takes, and of nothing else")
  func seed() throws {
    let unseeded = Capabilities(
      kernelRelease: "6.1", answers: Self.whole.answers.filter { $0.piece != .netemSeed })
    for choice in [EngineChoice.auto, .kernel] {
      let reason = try EngineDecision(choice, unseeded).reason
      #expect(
        reason.hasSuffix(" It draws losses anew each time, whatever the seed: netem takes none before Linux 6.6."))
      #expect(try EngineDecision(choice, Self.whole).reason.contains(" The seed decides about packets in the order "))
    }
    #expect(try !EngineDecision(.userspace, Self.whole).reason.contains("seed"))
  }

  @Test("the reason names the piece, the kernel and the kernel's words")
  func reason() throws {
    let reason = try EngineDecision(.auto, Self.lacking).reason
    for part in ["6.18", "netem", "Specified qdisc kind is unknown"] { #expect(reason.contains(part)) }
  }

  @Test("the kernel engine is refused where a piece is missing, with the way out")
  func refusal() throws {
    let error = #expect(throws: LabError.self) { try EngineDecision(.kernel, Self.lacking) }
    #expect(error?.kind == .missingPiece)
    #expect(error?.advice?.contains("userspace") == true)
  }

  @Test("what is asked for is taken although the kernel could do it")
  func asked() throws {
    #expect(try EngineDecision(.userspace, Self.whole).engine == .userspace)
    #expect(try EngineDecision(.kernel, Self.whole).engine == .kernel)
  }

  @Test("a profile that netem cannot do makes auto take the relay, says so, and is refused for the kernel engine")
  func profile() throws {
    let trace = try #require(RateTrace(name: "lte", opportunities: [1, 5, 9]))
    let profile = Profile(name: "Train", downlink: LinkConditions(trace: trace))
    let decision = try EngineDecision(.auto, Self.whole, profiles: [.unconditioned, profile])
    #expect(decision.engine == .userspace)
    #expect(
      decision.reason == "netem has no rate that follows a trace (downlink), which profile 'Train' asks for.")
    let error = #expect(throws: LabError.self) { try EngineDecision(.kernel, Self.whole, profiles: [profile]) }
    #expect(error?.kind == .missingPiece)
    #expect(try EngineDecision(.userspace, Self.whole, profiles: [profile]).engine == .userspace)
  }

  @Test("pieces that only 'apply' needs do not count against the kernel engine")
  func otherPieces() throws {
    let answers = Capabilities.Piece.allCases.map { piece in
      Capabilities.Answer(piece, refusal: Capabilities.Piece.ofKernelEngine.contains(piece) ? nil : "no")
    }
    let capabilities = Capabilities(kernelRelease: "6.1", answers: answers)
    #expect(try EngineDecision(.auto, capabilities).engine == .kernel)
    #expect(capabilities.has(.netem) && !capabilities.has(.ifb))
  }
}
