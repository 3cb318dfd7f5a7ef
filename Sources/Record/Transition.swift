/// A monitor went from one status to another, or kept it and handed over to another interface. All times are nanoseconds
/// since the run started.
public struct Transition: Codable, Hashable, Sendable {
  /// `path`, `reachability`, `probe` or `app`.
  public var monitor: String
  /// The status before; the first is `unknown`.
  public var from: String
  /// The status now.
  public var to: String
  /// The interface that carried the traffic before; absent where none did, where the client has one only, and for
  /// monitors that see no interfaces.
  public var fromInterface: String?
  /// The interface that carries it now.
  public var toInterface: String?
  /// The step that held.
  public var condition: String
  /// When the kernel or a probe first showed it.
  public var firstEvidence: Int64
  /// When the monitor's rule was met.
  public var decided: Int64
  /// When the client's handler ran.
  public var delivered: Int64
  /// From when the step's conditions held until it was delivered.
  public var sinceCondition: Int64
  /// The numbers of the events behind it.
  public var evidence: [Int]

  /// Facts as given.
  public init(
    monitor: String, from: String, to: String, condition: String, firstEvidence: Int64, decided: Int64,
    delivered: Int64, sinceCondition: Int64, evidence: [Int], fromInterface: String? = nil, toInterface: String? = nil
  ) {
    self.monitor = monitor
    self.from = from
    self.to = to
    self.fromInterface = fromInterface
    self.toInterface = toInterface
    self.condition = condition
    self.firstEvidence = firstEvidence
    self.decided = decided
    self.delivered = delivered
    self.sinceCondition = sinceCondition
    self.evidence = evidence
  }

  /// The status before with its interface, such as `satisfied (wlan0)`, where that is known; else the bare status.
  public var fromLabel: String { Self.label(from, fromInterface) }

  /// The status now with its interface, as ``fromLabel``.
  public var toLabel: String { Self.label(to, toInterface) }

  /// Whether the status stayed and only the interface is another.
  public var isHandover: Bool { from == to && fromInterface != toInterface }

  private static func label(_ status: String, _ interface: String?) -> String {
    interface.map { "\(status) (\($0))" } ?? status
  }
}
