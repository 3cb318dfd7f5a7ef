import Netlink
import PathEngine
import Testing

@Suite("Whether a link can be used")
struct LinkUsabilityTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let flags: LinkFlags
    let state: OperationalState
    let expected: LinkUsability

    init(_ name: String, _ flags: LinkFlags, _ state: OperationalState, _ expected: LinkUsability) {
      testDescription = name
      self.flags = flags
      self.state = state
      self.expected = expected
    }
  }

  static let up: LinkFlags = [.up, .running, .lowerUp]

  @Test(
    "follows flags and operational state",
    arguments: [
      Row("an Ethernet link that is up", up, .up, .usable),
      Row("loopback, an open tun: the driver does not say", [.up, .running, .lowerUp, .loopback], .unknown, .usable),
      Row("administratively down", [], .down, .down),
      Row("administratively down while the carrier flag is still set", [.lowerUp], .up, .down),
      Row("the far end is down", [.up], .lowerLayerDown, .noCarrier),
      Row("a veth on its way up: UP,LOWER_UP with LOWERLAYERDOWN", [.up, .lowerUp], .lowerLayerDown, .noCarrier),
      Row("the same with RUNNING already set", up, .lowerLayerDown, .noCarrier),
      Row("no RUNNING", [.up, .lowerUp], .up, .noCarrier),
      Row("no LOWER_UP", [.up, .running], .up, .noCarrier),
      Row("the cable is out", [.up], .down, .noCarrier),
      Row("it is not there", [.up], .notPresent, .noCarrier),
      Row("802.1X is not through, by flag", up.union(.dormant), .up, .dormant),
      Row("802.1X is not through, by state", [.up, .lowerUp], .dormant, .dormant),
      Row("it is being tested", up, .testing, .testing),
    ])
  func follows(_ row: Row) {
    #expect(LinkUsability(TestNetwork.link(2, "x0", row.flags, row.state)) == row.expected)
  }
}
