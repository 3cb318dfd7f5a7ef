import ReachabilityKit
import SystemConfiguration
import Testing

/// What libraries make of flags, computed from their sources.
@Suite("Dialects of reachability flags")
struct FlagDialectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let letters: String
    let apple: ReachabilityStatus
    let alamofire: ReachabilityStatus
    let tonymillion: ReachabilityStatus
    var testDescription: String { letters }

    init(
      _ letters: String, _ apple: ReachabilityStatus, _ alamofire: ReachabilityStatus, _ tonymillion: ReachabilityStatus
    ) {
      self.letters = letters
      self.apple = apple
      self.alamofire = alamofire
      self.tonymillion = tonymillion
    }

    var flags: SCNetworkReachabilityFlags {
      let bits: [Character: SCNetworkReachabilityFlags] = [
        "t": .transientConnection, "R": .reachable, "c": .connectionRequired, "C": .connectionOnTraffic,
        "i": .interventionRequired, "D": .connectionOnDemand, "l": .isLocalAddress, "d": .isDirect, "W": .isWWAN,
      ]
      return letters.reduce(into: []) { flags, letter in flags.formUnion(bits[letter] ?? []) }
    }
  }

  static let no = ReachabilityStatus.notReachable
  static let wifi = ReachabilityStatus.reachableViaWiFi
  static let wwan = ReachabilityStatus.reachableViaWWAN

  @Test(
    "say what each library says",
    arguments: [
      Row("", no, no, no), Row("D", no, no, no), Row("W", no, no, no),
      Row("R", wifi, wifi, wifi), Row("Rt", wifi, wifi, wifi), Row("Rd", wifi, wifi, wifi),
      Row("Rld", wifi, wifi, wifi),
      Row("Rc", no, no, wifi),
      Row("Rct", no, no, no),
      Row("RcD", wifi, wifi, wifi), Row("RcC", wifi, wifi, wifi),
      Row("RctD", wifi, wifi, no),
      Row("RcCi", no, no, wifi), Row("Rci", no, no, wifi),
      Row("WR", wwan, wwan, wwan), Row("WRt", wwan, wwan, wwan),
      Row("WRc", wwan, no, wwan),
      Row("WRct", wwan, no, no),
      Row("WRctD", wwan, wwan, no),
      Row("WRci", wwan, no, wwan),
    ])
  func table(_ row: Row) {
    #expect(FlagDialect.appleSample.status(of: row.flags) == row.apple)
    #expect(FlagDialect.alamofire.status(of: row.flags) == row.alamofire)
    #expect(FlagDialect.tonymillion.status(of: row.flags) == row.tonymillion)
  }
}
