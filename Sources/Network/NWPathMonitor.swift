public import Dispatch
internal import PathEngine

/// Tells what becomes of the network, as on Apple's platforms.
///
/// After ``start(queue:)`` the handler is called once with the path as it is, and then whenever it is a different one. A
/// started monitor goes on until ``cancel()``, even if nobody holds it any more; a cancelled one can't start again.
///
/// It looks at the network of the process, in the network namespace of the thread that first used a monitor. Tests give it
/// another: see `MonitoredNetwork` and `ScriptedNetwork` of the module PathEngine.
public final class NWPathMonitor: Sendable, CustomDebugStringConvertible {
  let constraint: InterfaceConstraint
  let network: MonitoredNetwork
  let core: PathMonitorCore

  private init(_ constraint: InterfaceConstraint) {
    self.constraint = constraint
    network = .current
    core = PathMonitorCore(network: network, constraint: constraint)
  }

  /// A monitor of all interfaces.
  public convenience init() { self.init(.any) }

  /// A monitor of the interfaces of one type: the path is satisfied if one of these can carry it.
  public convenience init(requiredInterfaceType: NWInterface.InterfaceType) {
    self.init(.required(requiredInterfaceType.engineType))
  }

  /// A monitor of all interfaces but those of some types.
  public convenience init(prohibitedInterfaceTypes: [NWInterface.InterfaceType]) {
    self.init(.prohibited(Set(prohibitedInterfaceTypes.map(\.engineType))))
  }

  /// What is called, on the queue, with each new path. One that is set after ``start(queue:)`` gets the path that nobody
  /// has got yet. ``cancel()`` lets it go.
  @preconcurrency public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
    get { core.handler }
    set { core.handler = newValue }
  }

  /// The path: read now as long as the monitor has not started; inside the handler the one that it was given; else the
  /// newest.
  public var currentPath: NWPath {
    get { core.currentPath }
    set { core.currentPath = newValue }
  }

  /// The queue of ``start(queue:)``; nil before.
  public var queue: DispatchQueue? { core.queue }

  /// Starts. A second call, or one after ``cancel()``, does nothing.
  public func start(queue: DispatchQueue) { core.start(queue: queue) }

  /// Ends the monitor for good. Called on the queue, no handler runs after it has returned; from another thread, the one
  /// that runs at that moment ends by itself.
  public func cancel() { core.cancel() }

  /// The type and the path.
  public var debugDescription: String { "NWPathMonitor(\(currentPath.debugDescription))" }
}
