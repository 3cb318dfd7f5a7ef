/// What an event says. Its `type` in the file is the name in the comment.
///
/// What is large and rare is kept aside, so that a long record of probes fits into memory.
public enum RecordPayload: Hashable, Sendable {
  /// `run.started`
  indirect case runStarted(RunStarted)
  /// `condition.changed`
  indirect case conditionChanged(ConditionChanged)
  /// `link.changed`
  case linkChanged(KernelChange)
  /// `address.changed`
  case addressChanged(KernelChange)
  /// `route.changed`
  case routeChanged(KernelChange)
  /// `path.changed`
  indirect case pathChanged(PathChanged)
  /// `flags.changed`
  indirect case flagsChanged(FlagsChanged)
  /// `probe.sent`
  case probeSent(ProbeSent)
  /// `probe.result`
  case probeResult(ProbeAnswer)
  /// `app.output`
  case appOutput(AppOutput)
  /// `app.status`
  case appStatus(AppStatus)
  /// `app.socket`: what became of a TCP socket of the program under test; an addition to the design's list.
  indirect case appSocket(AppSocket)
  /// `app.exited`
  case appExited(AppExited)
  /// `transition`
  indirect case transition(Transition)
  /// `measured`: what the harness itself measured of the link; an addition to the design's list.
  indirect case measured(Measured)
  /// `counters`
  indirect case counters(LaneCount)
  /// `run.finished`
  indirect case runFinished(RunFinished)
  /// A type that this version does not know, with its fields.
  case unknown(type: String, fields: [String: JSONValue])

  /// The name in the file.
  public var type: String {
    switch self {
    case .runStarted: "run.started"
    case .conditionChanged: "condition.changed"
    case .linkChanged: "link.changed"
    case .addressChanged: "address.changed"
    case .routeChanged: "route.changed"
    case .pathChanged: "path.changed"
    case .flagsChanged: "flags.changed"
    case .probeSent: "probe.sent"
    case .probeResult: "probe.result"
    case .appOutput: "app.output"
    case .appStatus: "app.status"
    case .appSocket: "app.socket"
    case .appExited: "app.exited"
    case .transition: "transition"
    case .measured: "measured"
    case .counters: "counters"
    case .runFinished: "run.finished"
    case .unknown(let type, _): type
    }
  }

  /// What every event has, whatever its type.
  private static let commonKeys = ["t", "n", "run", "type"]

  init(type: String, from decoder: any Decoder) throws {
    switch type {
    case "run.started": self = .runStarted(try RunStarted(from: decoder))
    case "condition.changed": self = .conditionChanged(try ConditionChanged(from: decoder))
    case "link.changed": self = .linkChanged(try KernelChange(from: decoder))
    case "address.changed": self = .addressChanged(try KernelChange(from: decoder))
    case "route.changed": self = .routeChanged(try KernelChange(from: decoder))
    case "path.changed": self = .pathChanged(try PathChanged(from: decoder))
    case "flags.changed": self = .flagsChanged(try FlagsChanged(from: decoder))
    case "probe.sent": self = .probeSent(try ProbeSent(from: decoder))
    case "probe.result": self = .probeResult(try ProbeAnswer(from: decoder))
    case "app.output": self = .appOutput(try AppOutput(from: decoder))
    case "app.status": self = .appStatus(try AppStatus(from: decoder))
    case "app.socket": self = .appSocket(try AppSocket(from: decoder))
    case "app.exited": self = .appExited(try AppExited(from: decoder))
    case "transition": self = .transition(try Transition(from: decoder))
    case "measured": self = .measured(try Measured(from: decoder))
    case "counters": self = .counters(try LaneCount(from: decoder))
    case "run.finished": self = .runFinished(try RunFinished(from: decoder))
    default:
      var fields = try [String: JSONValue](from: decoder)
      for key in Self.commonKeys { fields[key] = nil }
      self = .unknown(type: type, fields: fields)
    }
  }

  func encodeFields(to encoder: any Encoder) throws {
    switch self {
    case .runStarted(let fields): try fields.encode(to: encoder)
    case .conditionChanged(let fields): try fields.encode(to: encoder)
    case .linkChanged(let fields), .addressChanged(let fields), .routeChanged(let fields):
      try fields.encode(to: encoder)
    case .pathChanged(let fields): try fields.encode(to: encoder)
    case .flagsChanged(let fields): try fields.encode(to: encoder)
    case .probeSent(let fields): try fields.encode(to: encoder)
    case .probeResult(let fields): try fields.encode(to: encoder)
    case .appOutput(let fields): try fields.encode(to: encoder)
    case .appStatus(let fields): try fields.encode(to: encoder)
    case .appSocket(let fields): try fields.encode(to: encoder)
    case .appExited(let fields): try fields.encode(to: encoder)
    case .transition(let fields): try fields.encode(to: encoder)
    case .measured(let fields): try fields.encode(to: encoder)
    case .counters(let fields): try fields.encode(to: encoder)
    case .runFinished(let fields): try fields.encode(to: encoder)
    // Written after the common keys, a field of the same name would take their place.
    case .unknown(_, let fields): try fields.filter { !Self.commonKeys.contains($0.key) }.encode(to: encoder)
    }
  }
}
