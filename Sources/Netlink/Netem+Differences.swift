extension Netem {
  /// A setting that the kernel holds differently from what was asked.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The setting's name, as tc calls it.
    public let field: String
    /// What was asked, in the kernel's own units.
    public let asked: String
    /// What the kernel holds.
    public let held: String

    /// `delay: asked 100000000 ns, the kernel holds 50000000 ns`.
    public var description: String { "\(field): asked \(asked), the kernel holds \(held)" }
  }

  /// What differs in what the kernel holds, field by field; the table of delays is left out, as the kernel never shows it.
  public func differences(inHeld held: Netem) -> [Difference] {
    var found: [Difference] = []
    func compare<Value: Equatable>(_ field: String, _ path: KeyPath<Netem, Value>, _ unit: String = "") {
      let (asked, got) = (self[keyPath: path], held[keyPath: path])
      guard asked != got else { return }
      found.append(Difference(field: field, asked: "\(asked)\(unit)", held: "\(got)\(unit)"))
    }
    compare("delay", \.delayNanoseconds, " ns")
    compare("jitter", \.jitterNanoseconds, " ns")
    compare("delay correlation", \.delayCorrelation)
    compare("loss", \.lossFraction)
    compare("loss correlation", \.lossCorrelation)
    compare("loss gemodel", \.burstLoss.words)
    compare("loss state", \.stateLoss.words)
    compare("duplicate", \.duplicateFraction)
    compare("duplicate correlation", \.duplicateCorrelation)
    compare("reorder", \.reorderFraction)
    compare("reorder correlation", \.reorderCorrelation)
    compare("gap", \.gap)
    compare("corrupt", \.corruptFraction)
    compare("corrupt correlation", \.corruptCorrelation)
    compare("limit", \.limitPackets, " packets")
    compare("rate", \.rateBytesPerSecond, " bytes/s")
    compare("ecn", \.marksCongestion)
    // Kernels before 6.6 hold none, later ones draw one where none was asked for.
    if seed != nil, held.seed != nil { compare("seed", \.seed.words) }
    return found
  }
}

extension GilbertElliott? {
  fileprivate var words: String {
    map { "p \($0.becomesBad) r \($0.becomesGood) h \($0.passesInBad) k1 \($0.lostInGood)" } ?? "none"
  }
}

extension UInt64? {
  fileprivate var words: String { map(String.init) ?? "none" }
}

extension FourStateLoss? {
  fileprivate var words: String {
    map { "p13 \($0.p13) p31 \($0.p31) p32 \($0.p32) p23 \($0.p23) p14 \($0.p14)" } ?? "none"
  }
}
