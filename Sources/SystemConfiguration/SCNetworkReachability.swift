internal import PathEngine

/// A host, an address or the Internet, and whether packets can leave for it, as on Apple's platforms.
///
/// Made by ``SCNetworkReachabilityCreateWithName(_:_:)`` and ``SCNetworkReachabilityCreateWithAddress(_:_:)``. While it is
/// scheduled it lives on although nobody holds it. Two are equal if they are the same object.
public class SCNetworkReachability: Hashable {
  let core: ReachabilityCore

  init(_ target: ReachabilityTarget) { core = ReachabilityCore(target) }

  /// Whether both are the same object.
  public static func == (a: SCNetworkReachability, b: SCNetworkReachability) -> Bool { a === b }

  /// By identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
