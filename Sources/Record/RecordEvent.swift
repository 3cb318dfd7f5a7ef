/// One line of a record: when, which number within its run, which run, and what happened.
public struct RecordEvent: Codable, Hashable, Sendable {
  /// Nanoseconds of CLOCK_MONOTONIC since the run started.
  public var t: Int64
  /// Its number within the run, counted from 0.
  public var n: Int
  /// The run's name.
  public var run: String
  /// What happened.
  public var payload: RecordPayload

  /// An event as given.
  public init(t: Int64, n: Int, run: String, payload: RecordPayload) {
    self.t = t
    self.n = n
    self.run = run
    self.payload = payload
  }

  private enum CodingKeys: String, CodingKey { case t, n, run, type }

  /// Reads an event; a type that this version does not know is kept as it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    t = try container.decode(Int64.self, forKey: .t)
    n = try container.decode(Int.self, forKey: .n)
    run = try container.decode(String.self, forKey: .run)
    payload = try RecordPayload(type: try container.decode(String.self, forKey: .type), from: decoder)
  }

  /// Writes the event as one flat object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(t, forKey: .t)
    try container.encode(n, forKey: .n)
    try container.encode(run, forKey: .run)
    try container.encode(payload.type, forKey: .type)
    try payload.encodeFields(to: encoder)
  }
}
