internal import LinuxSystem
internal import Netlink

/// What linkcond did to an interface, as it is written down before it is done: from this it can always be undone.
public struct InterfaceState: Hashable, Sendable, Codable {
  /// The version of this form.
  var schema = 1
  /// Differs with every time that something is applied.
  public let id: String
  /// `/proc/sys/kernel/random/boot_id`: another start of the machine has nothing of this.
  let bootID: String
  let namespace: NamespaceIdentity
  /// What was written behind `--namespace`; nil for the namespace of the tool.
  public let namespaceArgument: String?
  /// The interface's name.
  public let device: String
  let index: Int32
  /// The profile's name.
  public let profile: String
  /// Its conditions in words, for what comes in; nil where that is left alone.
  public let downlink: String?
  /// Its conditions in words, for what goes out; nil where that is left alone.
  public let uplink: String?
  /// Which way was asked for.
  public let direction: AppliedDirection
  /// When, in seconds since 1970.
  public let since: Int64
  /// Until when, in nanoseconds of CLOCK_BOOTTIME; nil until it is cleared.
  public let until: Int64?
  var steps: [InterfaceStep]
  let formerRoot: FormerQdisc?
  /// Whether all steps are done: what differs then is someone else's change. Nil before, and where the tool was killed on
  /// the way.
  var isComplete: Bool?

  /// The same, once all steps are done.
  var complete: InterfaceState {
    var state = self
    state.isComplete = true
    return state
  }

  /// How much of the time is left, in nanoseconds and never below 0; nil if it holds until it is cleared.
  public var remaining: Int64? { until.map { max(0, $0 - BootClock.now()) } }

  /// The name of its file: one for an interface of a namespace.
  static func fileName(_ namespace: NamespaceIdentity, _ index: Int32) -> String { "\(namespace.inode)-\(index).json" }
  /// The name of its file in the folder.
  public var fileName: String { Self.fileName(namespace, index) }
}
