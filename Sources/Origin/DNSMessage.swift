/// A DNS message of RFC 1035, as far as a lab's name server and the DNS probe need one.
public struct DNSMessage: Hashable, Sendable {
  /// What is asked for; any number is possible.
  public struct RecordType: RawRepresentable, Hashable, Sendable {
    /// The number, as in the message.
    public let rawValue: UInt16
    /// From the number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// An IPv4 address.
    public static let a = RecordType(rawValue: 1)
    /// An IPv6 address.
    public static let aaaa = RecordType(rawValue: 28)
    /// The pseudo-record of EDNS (RFC 6891).
    public static let opt = RecordType(rawValue: 41)
  }

  /// How a question was answered.
  public struct ResponseCode: RawRepresentable, Hashable, Sendable {
    /// The number, 0 to 15.
    public let rawValue: UInt8
    /// From the number, of which four bits count.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0xF }
    /// NOERROR; without an answer the name has no record of the type.
    public static let noError = ResponseCode(rawValue: 0)
    /// FORMERR.
    public static let formatError = ResponseCode(rawValue: 1)
    /// SERVFAIL.
    public static let serverFailure = ResponseCode(rawValue: 2)
    /// NXDOMAIN: there is no such name.
    public static let noSuchName = ResponseCode(rawValue: 3)
    /// NOTIMP.
    public static let notImplemented = ResponseCode(rawValue: 4)
    /// REFUSED.
    public static let refused = ResponseCode(rawValue: 5)
  }

  /// One question.
  public struct Question: Hashable, Sendable {
    /// Without the final dot, as asked; the root is empty.
    public var name: String
    /// The type asked for.
    public var type: RecordType
    /// 1 is Internet.
    public var recordClass: UInt16

    /// A question of the Internet class.
    public init(name: String, type: RecordType, recordClass: UInt16 = 1) {
      self.name = name
      self.type = type
      self.recordClass = recordClass
    }
  }

  /// One record.
  public struct Record: Hashable, Sendable {
    /// Without the final dot.
    public var name: String
    /// The type.
    public var type: RecordType
    /// 1 is Internet; of an `opt` record the sender's datagram size.
    public var recordClass: UInt16
    /// How long it may be kept, in seconds.
    public var timeToLive: UInt32
    /// The data as it is in the message: 4 bytes of an `a`, 16 of an `aaaa`.
    public var data: [UInt8]

    /// A record.
    public init(name: String, type: RecordType, recordClass: UInt16 = 1, timeToLive: UInt32, data: [UInt8]) {
      self.name = name
      self.type = type
      self.recordClass = recordClass
      self.timeToLive = timeToLive
      self.data = data
    }
  }

  /// Pairs an answer with its question.
  public var id: UInt16
  /// QR, the operation, AA, TC, RD, RA and the response code, as in the message.
  public var flags: UInt16
  /// Questions.
  public var questions: [Question]
  /// Answers.
  public var answers: [Record]
  /// Additional records, among them `opt`. Authorities are read over.
  public var additional: [Record]

  /// A message.
  public init(
    id: UInt16, flags: UInt16, questions: [Question], answers: [Record] = [], additional: [Record] = []
  ) {
    self.id = id
    self.flags = flags
    self.questions = questions
    self.answers = answers
    self.additional = additional
  }

  /// A recursive question for one name.
  public static func query(id: UInt16, name: String, type: RecordType) -> DNSMessage {
    DNSMessage(id: id, flags: 0x0100, questions: [Question(name: name, type: type)])
  }

  /// The QR bit: this is an answer.
  public var isResponse: Bool { flags & 0x8000 != 0 }
  /// The TC bit: the answer was cut and wants TCP.
  public var isTruncated: Bool { flags & 0x0200 != 0 }
  /// The operation; 0 is a query.
  public var operation: UInt8 { UInt8(flags >> 11 & 0xF) }
  /// How it was answered.
  public var responseCode: ResponseCode { ResponseCode(rawValue: UInt8(flags & 0xF)) }
}
