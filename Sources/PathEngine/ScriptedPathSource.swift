internal import LinuxSystem
public import Netlink
internal import Synchronization

/// Facts as a test tells them: reads and events come from one script, so they can't contradict each other.
public final class ScriptedPathSource: PathSource {
  private struct Script {
    var snapshot: NetworkSnapshot
    var failures: [any Error] = []
    var events: [NetlinkEvent] = []
    var reads = 0
  }

  private let script: Mutex<Script>
  private let bell: Bell

  /// A source that shows a snapshot and has no events yet.
  ///
  /// - Throws: `SystemError`.
  public init(_ snapshot: NetworkSnapshot) throws {
    script = Mutex(Script(snapshot: snapshot))
    bell = try Bell()
  }

  /// Changes the facts and announces events of it, both at once.
  public func announce(_ events: [NetlinkEvent], now snapshot: NetworkSnapshot) {
    script.withLock {
      $0.snapshot = snapshot
      $0.events += events
    }
    bell.ring()
  }

  /// Makes the next reading of everything fail; more calls, more readings.
  public func failNextSnapshot(_ error: any Error) { script.withLock { $0.failures.append(error) } }

  /// How often everything has been read.
  public var reads: Int { script.withLock { $0.reads } }

  /// Readable when there are events.
  public var descriptor: Int32 { bell.descriptor }

  /// What was announced since the last call; never waits.
  public func events() -> [NetlinkEvent] {
    bell.silence()
    return script.withLock { script in
      defer { script.events = [] }
      return script.events
    }
  }

  /// The route that the script's own tables give; it is not counted as a reading.
  public func answer(to ip: IPAddress) -> NetworkSnapshot.RouteAnswer { script.withLock { $0.snapshot.lookUp(ip) } }

  /// The facts as they are now.
  ///
  /// - Throws: What ``failNextSnapshot(_:)`` was given.
  public func snapshot() throws -> NetworkSnapshot {
    try script.withLock { script in
      script.reads += 1
      guard script.failures.isEmpty else { throw script.failures.removeFirst() }
      return script.snapshot
    }
  }
}
