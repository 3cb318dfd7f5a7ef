import CNetlink
import Glibc
import Testing

@testable import Netlink

@Suite("An answer to a request")
struct AnswerTests {
  private static func message(
    _ type: Int, _ payload: String = "00 00 00 00", flags: Int32 = 0, sequence: UInt32 = 7
  ) -> RawMessage {
    RawMessage(type: type, flags: UInt16(flags), sequence: sequence, payload: hex(payload)[...])
  }

  private static let link = message(Int(RTM_NEWLINK), "aa")
  private static let done = message(Int(NLMSG_DONE))

  /// What taking one message after the other says, and how many replies there are in the end.
  private static func take(_ messages: [RawMessage]) throws -> (progress: [Answer.Progress], replies: Int) {
    var answer = Answer(to: 7)
    return (try messages.map { try answer.take($0) { "try it" } }, answer.replies.count)
  }

  @Test("is complete at the end of a dump, or at the acknowledgement")
  func complete() throws {
    let dump = try Self.take([Self.link, Self.link, Self.done])
    #expect(dump.progress == [.unfinished, .unfinished, .complete] && dump.replies == 2)
    let acknowledged = try Self.take([Self.message(Int(NLMSG_ERROR))])
    #expect(acknowledged.progress == [.complete] && acknowledged.replies == 0)
  }

  @Test("of a dump that something changed meanwhile is inconsistent, wherever the kernel says so")
  func interrupted() throws {
    let first = Self.message(Int(RTM_NEWLINK), "aa", flags: NLM_F_DUMP_INTR)
    let last = Self.message(Int(NLMSG_DONE), flags: NLM_F_DUMP_INTR)
    #expect(try Self.take([first, Self.link, Self.done]).progress.last == .inconsistent)
    #expect(try Self.take([Self.link, last]).progress.last == .inconsistent)
  }

  @Test("of an inconsistent dump is asked for again, ten times at most", arguments: [1, 2, 10, 11])
  func again(needed: Int) throws {
    var asked = 0
    func ask() throws(NetlinkError) -> [Connection.Reply]? {
      asked += 1
      return asked < needed ? nil : [Connection.Reply(type: 1, payload: [])]
    }
    if needed <= 10 {
      #expect(try Answer.consistent({ "list links" }, ask).count == 1)
      #expect(asked == needed)
    } else {
      let error = #expect(throws: NetlinkError.self) { try Answer.consistent({ "list links" }, ask) }
      #expect(error?.code == .interrupted && asked == 10)
      #expect(error?.description.contains("list links") == true)
    }
  }

  @Test("a refusal is not asked for again")
  func refusedOnce() {
    var asked = 0
    #expect(throws: NetlinkError.self) {
      try Answer.consistent({ "list links" }) { () throws(NetlinkError) in
        asked += 1
        throw NetlinkError("list links", code: EPERM)
      }
    }
    #expect(asked == 1)
  }

  @Test("to another request is left out")
  func other() throws {
    let old = [
      Self.message(Int(RTM_NEWLINK), flags: NLM_F_DUMP_INTR, sequence: 6), Self.message(Int(NLMSG_DONE), sequence: 6),
    ]
    let result = try Self.take(old + [Self.link, Self.done])
    #expect(result.progress == [.unfinished, .unfinished, .unfinished, .complete] && result.replies == 1)
  }

  @Test("that refuses is an error with the kernel's number and words")
  func refused() throws {
    // -1, EPERM, as the end of a dump and as an answer.
    let refusal = "ff ff ff ff"
    for type in [Int(NLMSG_DONE), Int(NLMSG_ERROR)] {
      let error = #expect(throws: NetlinkError.self) { try Self.take([Self.message(type, refusal)]) }
      #expect(error?.code == .notPermitted)
    }
    // The request's header, then NLMSGERR_ATTR_MSG with "no".
    let words = "\(refusal) 10 00 00 00 10 00 05 00 07 00 00 00 00 00 00 00 07 00 01 00 6e 6f 00 00"
    let flags = NLM_F_ACK_TLVS | NLM_F_CAPPED
    let error = #expect(throws: NetlinkError.self) {
      try Self.take([Self.message(Int(NLMSG_ERROR), words, flags: flags)])
    }
    #expect(error?.kernelMessage == "no")
  }
}
